//! Medians and percentiles of a handful of timings.

use serde::{Deserialize, Serialize};

/// Milliseconds of some runs of the same thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    pub median: f64,
    pub p95: f64,
    pub min: f64,
    pub runs: usize,
}

impl Spread {
    /// None of none.
    pub fn of(milliseconds: &[f64]) -> Option<Self> {
        // a handful; the library's sort would be a tenth of what the report adds to a page's module
        let mut sorted: Vec<f64> = Vec::with_capacity(milliseconds.len());
        for &one in milliseconds {
            sorted.insert(sorted.partition_point(|other| other < &one), one);
        }
        Some(Self {
            median: quantile(&sorted, 0.5)?,
            p95: quantile(&sorted, 0.95)?,
            min: *sorted.first()?,
            runs: sorted.len(),
        })
    }
}

/// The value that a share `q` of the ascending numbers does not exceed, between two of them in proportion.
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = q * last as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    Some(low + (high - low) * at.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_a_few() {
        assert_eq!(Spread::of(&[]), None);
        let one = Spread::of(&[3.0]).unwrap();
        assert_eq!((one.median, one.p95, one.min, one.runs), (3.0, 3.0, 3.0, 1));
        let four = Spread::of(&[4.0, 1.0, 3.0, 2.0]).unwrap();
        assert_eq!((four.median, four.min), (2.5, 1.0));
        assert!((four.p95 - 3.85).abs() < 1e-12);
    }
}
