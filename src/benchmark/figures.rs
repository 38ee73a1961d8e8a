//! Figures as people write them, and what is read for them from records as JSON.

use serde_json::Value;

/// Three significant digits, as people write them.
#[inline(never)]
pub fn figure(x: f64) -> String {
    let size = x.abs();
    if size == 0.0 {
        "0".into()
    } else if !size.is_finite() {
        "∞".into()
    } else if (1e-3..1e5).contains(&size) {
        let digits = (2 - size.log10().floor() as i32).max(0) as usize;
        format!("{x:.digits$}")
    } else {
        let exponent = size.log10().floor() as i32;
        format!("{:.1}e{exponent}", x / 10f64.powi(exponent))
    }
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A dash where there is no number. Not inlined, and no generic: of some twenty copies the page would load each.
#[inline(never)]
pub fn number(value: &Value, write: fn(f64) -> String) -> String {
    value.as_f64().map_or("–".into(), write)
}

pub fn count(value: &Value) -> String {
    grouped(value.as_u64().unwrap_or_default())
}

/// 100,000 as people write it.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits() {
        for (x, text) in [
            (0.0, "0"),
            (2.71234, "2.71"),
            (12345.6, "12346"),
            (0.00123456, "0.00123"),
            (4.2e-7, "4.2e-7"),
            (-2.5e9, "-2.5e9"),
        ] {
            assert_eq!(figure(x), text);
        }
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
