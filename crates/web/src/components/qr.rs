//! An address as a QR code, drawn here, so that no other server learns of it.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// A finished `<svg>`; nothing where the text does not fit into any QR code.
pub fn qr(text: &str) -> String {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else { return String::new() };
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let dark = (x..size).take_while(|at| code.get_module(*at, y)).count();
            let dark = i32::try_from(dark).unwrap_or(0);
            if dark > 0 {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{x} {y}h{dark}v1h-{dark}z");
            }
            x += dark + 1;
        }
    }
    format!(
        r#"<svg viewBox="0 0 {size} {size}" role="img" aria-label="QR code of the link"><path d="{path}"/></svg>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_drawn_with_its_three_corners() {
        let svg = qr("https://table.example/KTM-RVB-40718");
        assert!(svg.starts_with(r#"<svg viewBox="0 0 29 29""#), "{svg}");
        for corner in ["M0 0h7v1h-7z", "M22 0h7v1h-7z", "M0 22h7v1h-7z"] {
            assert!(svg.contains(corner), "{corner}");
        }
    }

    #[test]
    fn what_does_not_fit_is_not_drawn() {
        assert_eq!(qr(&"x".repeat(10_000)), "");
    }
}
