//! A record as JSON in which each row stands on one line, so that a difference shows the rows that changed.

use serde_json::Value;

/// A value that holds a table, a list of objects, is broken over lines, and so are the lists beside a table. The rest
/// is one line. scripts/records.mjs writes the same.
pub fn record_text(record: &Value) -> String {
    text(record, "\n", false) + "\n"
}

fn has_table(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(|entry| entry.is_object() || has_table(entry)),
        Value::Object(fields) => fields.values().any(has_table),
        _ => false,
    }
}

/// `line` begins a line at this value's depth.
fn text(value: &Value, line: &str, in_object: bool) -> String {
    let inner = format!("{line} ");
    let broken = |open, lines: Vec<String>, close| {
        format!("{open}{inner}{}{line}{close}", lines.join(&format!(",{inner}")))
    };
    match value {
        Value::Object(fields) if has_table(value) => {
            let field = |(name, entry): (&String, _)| {
                format!("{}: {}", Value::from(name.as_str()), text(entry, &inner, true))
            };
            broken('{', fields.iter().map(field).collect(), '}')
        }
        Value::Array(list) if has_table(value) || (in_object && !list.is_empty()) => {
            broken('[', list.iter().map(|entry| text(entry, &inner, false)).collect(), ']')
        }
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::record_text;

    #[test]
    fn rows_are_lines_at_any_depth() {
        let example = include_str!("../../tests/fixtures/record.json");
        assert_eq!(record_text(&serde_json::from_str(example).unwrap()), example);
    }

    #[test]
    fn what_is_published_stands_as_it_is_written() {
        for name in ["native", "methods"] {
            let path = format!("{}/docs/benchmarks/{name}.json", env!("CARGO_MANIFEST_DIR"));
            let published = std::fs::read_to_string(&path).unwrap();
            let written = record_text(&serde_json::from_str(&published).unwrap());
            assert!(written == published, "{path} has rows over many lines");
        }
    }
}
