//! Uploaded pictures: decoded, turned upright, cropped to a square and encoded anew, so that what is kept holds pixels and nothing
//! else: no place, no camera, no second file behind the first.

use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, codecs::jpeg::JpegEncoder,
    imageops::FilterType,
};
use std::io::Cursor;

/// The side of a kept avatar, in pixels.
const SIDE: u32 = 320;
/// The longest side that is decoded.
const MOST_SIDE: u32 = 8_000;
/// The most pixels that are decoded: four bytes each must fit into [`MOST_MEMORY`].
const MOST_PIXELS: u64 = 24_000_000;
const MOST_MEMORY: u64 = 128 * 1024 * 1024;
const QUALITY: u8 = 85;

/// A picture as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub bytes: Vec<u8>,
    /// `jpg` or `png`.
    pub extension: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    #[error("This is not a PNG, JPEG or WebP picture.")]
    NotAPicture,
    #[error("This picture has too many pixels. Make it smaller than 24 megapixels.")]
    TooManyPixels,
    #[error("This file holds something besides the picture. Save the picture anew, then upload that file.")]
    SomethingBesides,
}

/// A square avatar from an uploaded file. It is work for the processor: call it where that may take a while.
pub fn avatar(bytes: &[u8]) -> Result<Picture, ImageError> {
    let format = image::guess_format(bytes).map_err(|_| ImageError::NotAPicture)?;
    if !ends_where_the_picture_ends(format, bytes)? {
        return Err(ImageError::SomethingBesides);
    }
    let picture = decode(format, bytes)?;
    let side = picture.width().min(picture.height());
    let (x, y) = ((picture.width() - side) / 2, (picture.height() - side) / 2);
    let square = picture.crop_imm(x, y, side, side).resize_exact(SIDE, SIDE, FilterType::Triangle);
    encode(&square)
}

fn decode(format: ImageFormat, bytes: &[u8]) -> Result<DynamicImage, ImageError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(why)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(ImageError::TooManyPixels);
    }
    let orientation = decoder.orientation().map_err(why)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(why)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn why(error: image::ImageError) -> ImageError {
    match error {
        image::ImageError::Limits(_) => ImageError::TooManyPixels,
        _ => ImageError::NotAPicture,
    }
}

fn encode(square: &DynamicImage) -> Result<Picture, ImageError> {
    let mut bytes = Cursor::new(Vec::new());
    let extension = if square.color().has_alpha() {
        square.write_to(&mut bytes, ImageFormat::Png).map_err(why)?;
        "png"
    } else {
        let opaque = DynamicImage::ImageRgb8(square.to_rgb8());
        opaque.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, QUALITY)).map_err(why)?;
        "jpg"
    };
    Ok(Picture { bytes: bytes.into_inner(), extension })
}

/// Whether nothing follows the picture, as in files that are a picture to one program and something else to another. Only the
/// three formats that are taken have an answer.
fn ends_where_the_picture_ends(format: ImageFormat, bytes: &[u8]) -> Result<bool, ImageError> {
    const PNG_END: [u8; 8] = *b"IEND\xaeB\x60\x82";
    match format {
        ImageFormat::Png => Ok(bytes.ends_with(&PNG_END)),
        // Some cameras fill up their files with zeros.
        ImageFormat::Jpeg => {
            Ok(bytes.trim_ascii_end().iter().rev().skip_while(|byte| **byte == 0).take(2).eq(&[0xd9, 0xff]))
        }
        ImageFormat::WebP => {
            let said = bytes.get(4..8).and_then(|size| size.try_into().ok()).map(u32::from_le_bytes);
            let whole = said.and_then(|size| usize::try_from(size).ok()).map(|size| size.saturating_add(8));
            Ok(whole.is_some_and(|whole| whole == bytes.len() || whole + 1 == bytes.len()))
        }
        _ => Err(ImageError::NotAPicture),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage, Rgba, RgbaImage};

    fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).expect("a picture is encoded");
        bytes.into_inner()
    }

    /// Wider than high: red at the sides, green in the middle.
    fn wide() -> DynamicImage {
        RgbImage::from_fn(
            900,
            300,
            |x, _| if (300..600).contains(&x) { Rgb([0, 255, 0]) } else { Rgb([255, 0, 0]) },
        )
        .into()
    }

    #[test]
    fn every_format_becomes_a_square_of_its_middle() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let kept = avatar(&encoded(&wide(), format)).expect("an avatar");
            assert_eq!(kept.extension, "jpg");
            let picture = image::load_from_memory(&kept.bytes).expect("it decodes").to_rgb8();
            assert_eq!(picture.dimensions(), (SIDE, SIDE), "{format:?}");
            let Rgb([red, green, _]) = *picture.get_pixel(2, 2);
            assert!(green > 200 && red < 60, "{format:?}: only the middle is kept");
        }
    }

    #[test]
    fn transparency_is_kept_as_png() {
        let glass: DynamicImage = RgbaImage::from_pixel(50, 80, Rgba([1, 2, 3, 0])).into();
        let kept = avatar(&encoded(&glass, ImageFormat::Png)).expect("an avatar");
        assert_eq!(kept.extension, "png");
        assert_eq!(
            image::load_from_memory(&kept.bytes).expect("it decodes").to_rgba8().get_pixel(0, 0).0[3],
            0
        );
    }

    #[test]
    fn metadata_is_gone_and_its_turn_is_applied() {
        // An EXIF block that says "turn by 90 degrees", with a place name behind it.
        let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
        exif.extend(b"secret garden 52.1N");
        let plain = encoded(&wide(), ImageFormat::Jpeg);
        let mut with_exif = plain[..2].to_vec();
        with_exif.extend([0xff, 0xe1]);
        with_exif.extend(u16::try_from(exif.len() + 2).expect("short").to_be_bytes());
        with_exif.extend(&exif);
        with_exif.extend(&plain[2..]);
        let kept = avatar(&with_exif).expect("an avatar").bytes;
        assert!(!kept.windows(13).any(|window| window == b"secret garden"));
        assert!(!kept.windows(4).any(|window| window == b"Exif"));
    }

    #[test]
    fn junk_and_other_formats_are_refused() {
        for junk in [
            &b""[..],
            b"hello",
            b"GIF89a\x01\0\x01\0\0\0\0;",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            b"\x89PNG\r\n\x1a\n",
        ] {
            assert!(avatar(junk).is_err(), "{junk:?}");
        }
        let mut broken = encoded(&wide(), ImageFormat::Png);
        let half = broken.len() / 2;
        broken[half] ^= 0xff;
        assert_eq!(avatar(&broken), Err(ImageError::NotAPicture));
    }

    #[test]
    fn a_file_behind_the_picture_is_refused() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let mut polyglot = encoded(&wide(), format);
            polyglot.extend(b"PK\x03\x04<script>alert(1)</script>");
            assert_eq!(avatar(&polyglot), Err(ImageError::SomethingBesides), "{format:?}");
        }
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_decoded() {
        // Five hundred megapixels of nothing, a few hundred kilobytes as a file.
        let mut bomb = encoded(&RgbImage::new(1, 1).into(), ImageFormat::Png);
        bomb[16..20].copy_from_slice(&50_000_u32.to_be_bytes());
        bomb[20..24].copy_from_slice(&10_000_u32.to_be_bytes());
        let crc = crc(&bomb[12..29]);
        bomb[29..33].copy_from_slice(&crc.to_be_bytes());
        assert_eq!(avatar(&bomb), Err(ImageError::TooManyPixels));
        let large = encoded(&RgbImage::new(7_000, 4_000).into(), ImageFormat::Png);
        assert_eq!(avatar(&large), Err(ImageError::TooManyPixels));
    }

    /// The checksum of a PNG chunk.
    fn crc(bytes: &[u8]) -> u32 {
        let mut crc = u32::MAX;
        for byte in bytes {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
            }
        }
        !crc
    }
}
