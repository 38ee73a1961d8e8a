//! Errors against milliseconds, both by their logarithms, as an SVG: a curve for each method, in the colour that it has on every page.

use std::fmt::Write as _;

/// A method: its name, the solver whose colour it has, whether it is dashed, and ms and errors of its settings.
pub struct Curve {
    pub name: &'static str,
    pub solver: &'static str,
    pub dashed: bool,
    pub points: Vec<[f64; 2]>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 48.0;
/// Between the names of two curves.
const LINE: f64 = 16.0;

const COLOURS: &str = include_str!("../../www/solvers.css");
/// Names of colours that others are said by.
const SHARED: &str = include_str!("../../www/theme.css");

/// What a custom property is in the dark, or in the light theme.
fn property(name: &str, light: bool) -> String {
    let of = |text: &str| {
        let from = text.find("[data-theme=\"light\"]").unwrap_or(text.len());
        let (dark, bright) = text.split_at(from);
        let find = |part: &str| {
            let rest = part.split(&format!("{name}:")).nth(1)?;
            Some(rest.split(';').next()?.trim().to_string())
        };
        if light { find(bright).or_else(|| find(dark)) } else { find(dark) }
    };
    let value = of(COLOURS).or_else(|| of(SHARED)).unwrap_or_else(|| panic!("no colour is called {name}"));
    match value.strip_prefix("var(").and_then(|rest| rest.strip_suffix(')')) {
        Some(other) => property(other, light),
        None => value,
    }
}

/// Ends of an axis, in powers of ten.
fn ends(values: impl Iterator<Item = f64>) -> [i32; 2] {
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    [low.log10().floor() as i32, high.log10().ceil() as i32]
}

fn power(n: i32) -> String {
    format!("10<tspan dy=\"-5\" font-size=\"9\">{}</tspan>", n.to_string().replace('-', "−"))
}

pub fn against(title: &str, curves: &[Curve]) -> String {
    let all = || curves.iter().flat_map(|curve| curve.points.iter().copied());
    let [left, right] = ends(all().map(|[ms, _]| ms));
    let [low, high] = ends(all().map(|[_, error]| error));
    let share = |value: f64, [from, to]: [i32; 2]| (value.log10() - f64::from(from)) / f64::from(to - from);
    let x = |ms: f64| LEFT + (WIDTH - LEFT - RIGHT) * share(ms, [left, right]);
    let y = |error: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share(error, [low, high]));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n<title>{title}</title>\n<style>\ntext {{ font: 13px system-ui, sans-serif; fill: #444 }} .grid {{ stroke: #8883 }} .dashed {{ stroke-dasharray: 5 4 }} path {{ fill: none; stroke-width: 1.5 }} .name {{ stroke: none }}\n"
    );
    for light in [true, false] {
        let rules: Vec<String> = curves
            .iter()
            .map(|curve| {
                let colour = property(&format!("--solver-{}", curve.solver), light);
                let solver = curve.solver;
                format!(".{solver} {{ stroke: {colour} }} .{solver}.mark, .{solver}.name {{ fill: {colour}; stroke: none }}")
            })
            .collect();
        let rules = rules.join("\n");
        let _ = match light {
            true => writeln!(out, "{rules}"),
            false => writeln!(
                out,
                "@media (prefers-color-scheme: dark) {{ text {{ fill: #ccc }}\n{rules} }}\n</style>"
            ),
        };
    }
    for n in low..=high {
        let at = y(10f64.powi(n));
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            at + 4.0,
            power(n)
        );
    }
    for n in left..=right {
        let at = x(10f64.powi(n));
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{at:.1} {TOP}V{}\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            HEIGHT - BOTTOM,
            HEIGHT - BOTTOM + 20.0,
            power(n)
        );
    }
    let middle = (HEIGHT - BOTTOM) / 2.0;
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">ms a frame</text><text x=\"14\" y=\"{middle}\" transform=\"rotate(-90 14 {middle})\" text-anchor=\"middle\">distance from the truth, m</text>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 8.0,
    );
    for Curve { solver, dashed, points, .. } in curves {
        let path: Vec<String> =
            points.iter().map(|[ms, error]| format!("{:.1} {:.1}", x(*ms), y(*error))).collect();
        let dash = if *dashed { " dashed" } else { "" };
        let _ = writeln!(out, "<path class=\"{solver}{dash}\" d=\"M{}\"/>", path.join("L"));
        for [ms, error] in points {
            let _ = writeln!(
                out,
                "<circle class=\"{solver} mark\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"/>",
                x(*ms),
                y(*error)
            );
        }
    }
    // names stand at the right, by the height at which their curves end, a line apart
    let mut names: Vec<(f64, &Curve)> =
        curves.iter().filter_map(|curve| Some((y(curve.points.last()?[1]), curve))).collect();
    names.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let mut free = TOP;
    let last = names.len();
    for (k, (wanted, curve)) in names.into_iter().enumerate() {
        // as far up as leaves room for those that follow
        let most = HEIGHT - BOTTOM - LINE * (last - 1 - k) as f64;
        let at = wanted.max(free).min(most);
        free = at + LINE;
        let left = WIDTH - RIGHT + 12.0;
        let dash = if curve.dashed { " dashed" } else { "" };
        let _ = writeln!(
            out,
            "<path class=\"{}{dash}\" d=\"M{left} {at:.1}h22\"/><text class=\"{} name\" x=\"{}\" y=\"{:.1}\">{}</text>",
            curve.solver,
            curve.solver,
            left + 28.0,
            at + 4.0,
            curve.name
        );
    }
    out + "</svg>\n"
}
