//! Which machine a figure was taken on, and when.

use std::time::{SystemTime, UNIX_EPOCH};

use super::record::Machine;
use crate::gpu::Gpu;

pub fn describe(gpu: &Gpu) -> Machine {
    let info = gpu.adapter.get_info();
    Machine {
        adapter: info.name,
        backend: info.backend.to_string(),
        driver: [info.driver, info.driver_info].join(" ").trim().to_string(),
        software: info.device_type == wgpu::DeviceType::Cpu,
        processor: processor(),
        threads: std::thread::available_parallelism().map_or(1, |n| n.get()),
        memory: memory(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        browser: String::new(),
    }
}

/// The value of the first line `name : value`.
fn field(text: &str, name: &str) -> Option<String> {
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

fn processor() -> String {
    let linux = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| field(&text, "model name"));
    let mac = || {
        let out =
            std::process::Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
        String::from_utf8(out.stdout).ok().map(|name| name.trim().to_string())
    };
    linux
        .or_else(mac)
        .filter(|name| !name.is_empty())
        .or_else(|| std::env::var("PROCESSOR_IDENTIFIER").ok())
        .unwrap_or_else(|| "a processor that does not say its name".into())
}

/// GiB, or 0 where the system does not say.
fn memory() -> f64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kib = field(&text, "MemTotal").and_then(|value| value.split(' ').next()?.parse::<f64>().ok());
    kib.unwrap_or(0.0) / f64::from(1 << 20)
}

/// What makes a file of an example again.
pub fn command(example: &str, words: &[String]) -> String {
    let start = format!("cargo run --release --example {example}");
    if words.is_empty() { start } else { format!("{start} -- {}", words.join(" ")) }
}

/// YYYY-MM-DD by the system's clock, UTC.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil((seconds / 86_400) as i64);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a count of days since 1970: eras of 400 years that begin in March.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + 400 * era + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (days, date) in
            [(0, (1970, 1, 1)), (11_016, (2000, 2, 29)), (20_453, (2025, 12, 31)), (20_454, (2026, 1, 1))]
        {
            assert_eq!(civil(days), date);
        }
    }
}
