//! The command line of the examples that write tables: only options that the usage names, checked before anything is
//! done or written.

use std::process::exit;
use std::str::FromStr;

pub struct CommandLine {
    usage: &'static str,
    words: Vec<String>,
}

impl CommandLine {
    /// What the program was given. Ends it after `--help`, and at an option that `usage` does not name.
    pub fn read(usage: &'static str) -> Self {
        let line = Self { usage, words: std::env::args().skip(1).collect() };
        if line.has("--help") {
            println!("{usage}");
            exit(0);
        }
        if let Some(word) = line.words.iter().find(|word| word.starts_with("--") && !named(usage, word)) {
            line.refuse(&format!("There is no option {word}."));
        }
        line
    }

    pub fn has(&self, name: &str) -> bool {
        self.words.iter().any(|word| word == name)
    }

    pub fn after(&self, name: &str) -> Option<&str> {
        let at = self.words.iter().position(|word| word == name)?;
        let value = self.words.get(at + 1).filter(|value| !value.starts_with("--"));
        Some(value.unwrap_or_else(|| self.refuse(&format!("{name} needs a value."))))
    }

    pub fn number<N: FromStr>(&self, name: &str, otherwise: N) -> N {
        self.after(name).map_or(otherwise, |text| self.as_number(name, text))
    }

    /// One of the numbers that stand after `name`.
    pub fn as_number<N: FromStr>(&self, name: &str, text: &str) -> N {
        text.parse().unwrap_or_else(|_| self.refuse(&format!("{name} needs a number, not '{text}'.")))
    }

    pub fn all(&self) -> &[String] {
        &self.words
    }

    fn refuse(&self, sentence: &str) -> ! {
        eprintln!("{sentence}\n\n{}", self.usage);
        exit(2);
    }
}

fn named(usage: &str, option: &str) -> bool {
    usage.split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|word| word == option)
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_option_is_known_by_its_whole_name() {
        let usage = "example -- [--quick] [--out FILE]";
        assert!(super::named(usage, "--quick") && super::named(usage, "--out"));
        assert!(
            !super::named(usage, "--ou") && !super::named(usage, "--outer") && !super::named(usage, "--help")
        );
    }
}
