//! Uploaded pictures: decoded, turned upright, cropped to a square and encoded anew, so that what is kept holds pixels and nothing
//! else: no place, no camera, no second file behind the first.

mod turns;

use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, codecs::jpeg::JpegEncoder,
    imageops::FilterType,
};
use std::io::Cursor;

pub use turns::{Pictures, Turn};

/// The side of a kept avatar, in pixels.
const SIDE: u32 = 320;
/// The longest side that is decoded.
const MOST_SIDE: u32 = 8_000;
const MOST_PIXELS: u64 = 16_000_000;
/// The most that a decoded picture takes in memory, in bytes.
const MOST_DECODED: u64 = 64_000_000;
/// The most that a decoder takes to read a header: more than any colour profile needs.
const MOST_HEADER: u64 = 4 * 1024 * 1024;
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
    #[error("This picture has too many pixels. Make it smaller than 16 megapixels.")]
    TooManyPixels,
    #[error("This file holds something besides the picture. Save the picture anew, then upload that file.")]
    SomethingBesides,
    #[error("Many people are uploading pictures right now. Try again in a minute.")]
    Busy,
}

/// A file whose header promises a picture within the limits.
#[derive(Debug, Clone)]
pub struct Upload {
    bytes: Vec<u8>,
    format: ImageFormat,
    /// How much the decoded picture takes, in bytes.
    decoded: u64,
}

impl Upload {
    /// Judges a file by its header, which takes little time and memory whatever the file holds.
    pub fn judged(bytes: Vec<u8>) -> Result<Self, ImageError> {
        let format = image::guess_format(&bytes).map_err(|_| ImageError::NotAPicture)?;
        if !ends_where_the_picture_ends(format, &bytes)? {
            return Err(ImageError::SomethingBesides);
        }
        let decoded = within_limits(&decoder(format, &bytes)?)?;
        if format == ImageFormat::WebP && hides_a_large_frame(&bytes) {
            return Err(ImageError::TooManyPixels);
        }
        Ok(Self { bytes, format, decoded })
    }

    /// Whether decoding takes about as much memory as two other pictures: the decoders of JPEG and WebP hold up to two copies more
    /// than that of PNG while they work.
    fn is_heavy(&self) -> bool {
        self.format != ImageFormat::Png && self.decoded > MOST_DECODED / 2
    }

    /// Makes a square avatar. It takes processor time and, until it returns, up to three times the decoded picture's memory.
    fn avatar(&self) -> Result<Picture, ImageError> {
        let mut decoder = decoder(self.format, &self.bytes)?;
        within_limits(&decoder)?;
        let orientation = decoder.orientation().map_err(why)?;
        let mut square = square(DynamicImage::from_decoder(decoder).map_err(why)?);
        // The middle of a picture stays its middle however it is turned, and a small square is turned without a large copy.
        square.apply_orientation(orientation);
        encode(&square)
    }
}

fn decoder(format: ImageFormat, bytes: &[u8]) -> Result<impl ImageDecoder, ImageError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(MOST_HEADER);
    reader.limits(limits);
    reader.into_decoder().map_err(why)
}

/// Returns how many bytes the decoded picture takes.
fn within_limits(decoder: &impl ImageDecoder) -> Result<u64, ImageError> {
    let (width, height) = decoder.dimensions();
    let size = decoder.total_bytes();
    let fits = u64::from(width) * u64::from(height) <= MOST_PIXELS && size <= MOST_DECODED;
    if fits { Ok(size) } else { Err(ImageError::TooManyPixels) }
}

/// Returns whether a lossy frame inside a WebP file has more pixels than are decoded. Its decoder takes the memory for them before it
/// compares them with the file's header. Looks at every place where such a frame could begin, so that no nesting hides one.
fn hides_a_large_frame(bytes: &[u8]) -> bool {
    const START: [u8; 3] = [0x9d, 0x01, 0x2a];
    let side = |low: u8, high: u8| u64::from(u16::from_le_bytes([low, high]) & 0x3fff);
    // Name, size, three bytes of the frame's own, the start code, width and height.
    bytes.windows(18).any(|frame| {
        frame.starts_with(b"VP8 ")
            && frame[11..14] == START
            && side(frame[14], frame[15]) * side(frame[16], frame[17]) > MOST_PIXELS
    })
}

/// The middle of a picture at the size that is kept. A large picture is scaled before it is cropped: a crop would be a second copy of
/// it. A small one is cropped first, because a long strip of few pixels scaled up would be larger than any limit.
fn square(picture: DynamicImage) -> DynamicImage {
    let coarse = 2 * SIDE;
    let short = picture.width().min(picture.height());
    let picture = if short > coarse {
        let scaled = |side: u32| u32::try_from(u64::from(side) * u64::from(coarse) / u64::from(short));
        let width = scaled(picture.width()).unwrap_or(MOST_SIDE);
        let height = scaled(picture.height()).unwrap_or(MOST_SIDE);
        picture.thumbnail_exact(width, height)
    } else {
        picture
    };
    let side = picture.width().min(picture.height());
    let (x, y) = ((picture.width() - side) / 2, (picture.height() - side) / 2);
    picture.crop_imm(x, y, side, side).resize_exact(SIDE, SIDE, FilterType::Triangle)
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

    fn avatar(bytes: &[u8]) -> Result<Picture, ImageError> {
        Upload::judged(bytes.to_vec())?.avatar()
    }

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

    /// A PNG of one pixel whose header says something else.
    fn claiming(width: u32, height: u32, depth: u8, colour: u8) -> Vec<u8> {
        let mut bytes = encoded(&RgbImage::new(1, 1).into(), ImageFormat::Png);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        bytes[24..26].copy_from_slice(&[depth, colour]);
        let crc = crc(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&crc.to_be_bytes());
        bytes
    }

    fn judged(bytes: Vec<u8>) -> Result<u64, ImageError> {
        Upload::judged(bytes).map(|upload| upload.decoded)
    }

    #[test]
    fn a_file_is_judged_by_its_header() {
        const RGBA: u8 = 6;
        assert_eq!(judged(claiming(4_000, 3_990, 8, RGBA)), Ok(63_840_000));
        for (width, height, depth, colour) in [
            // Five hundred megapixels of nothing, a few hundred kilobytes as a file.
            (50_000, 10_000, 8, 2),
            (4_898, 4_898, 8, RGBA),
            // Few enough bytes, too many pixels: one bit each.
            (4_898, 4_898, 1, 0),
            // Few enough pixels, too many bytes: eight each.
            (4_000, 3_000, 16, RGBA),
        ] {
            let bomb = claiming(width, height, depth, colour);
            assert_eq!(judged(bomb), Err(ImageError::TooManyPixels), "{width} x {height}, {depth} bits");
        }
    }

    #[test]
    fn a_webp_frame_larger_than_its_file_says_is_refused() {
        let mut small = encoded(&wide(), ImageFormat::WebP);
        assert!(Upload::judged(small.clone()).is_ok());
        small.extend(*b"VP8 \x0a\0\0\0\x10\0\0\x9d\x01\x2a\xff\x3f\xff\x3f");
        let size = u32::try_from(small.len() - 8).expect("a small file");
        small[4..8].copy_from_slice(&size.to_le_bytes());
        assert_eq!(judged(small), Err(ImageError::TooManyPixels));
    }

    #[test]
    fn a_long_strip_is_not_scaled_up_before_it_is_cropped() {
        let strip = encoded(&RgbImage::new(MOST_SIDE, 2).into(), ImageFormat::Png);
        let kept = avatar(&strip).expect("an avatar");
        assert_eq!(image::load_from_memory(&kept.bytes).expect("it decodes").width(), SIDE);
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
