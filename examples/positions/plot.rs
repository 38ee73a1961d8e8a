//! The error of each way over the substeps, both by their logarithms, as an SVG. A slope of one is first order, of two
//! the second.

use std::fmt::Write as _;

/// A way's name and its errors in m, one for each number of substeps.
pub type Line<'a> = (&'a str, Vec<f64>);

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 104.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 48.0;
/// Told apart by reds, blues and greens, and by their marks too.
const MARKS: [(&str, &str); 3] = [("#c2410c", "square"), ("#2563eb", "diamond"), ("#15803d", "circle")];

pub fn orders(substeps: &[u32], lines: &[Line]) -> String {
    let errors = || lines.iter().flat_map(|(_, errors)| errors.iter().copied());
    let low = errors().fold(f64::MAX, f64::min).log10().floor() as i32;
    let high = errors().fold(f64::MIN, f64::max).log10().ceil() as i32;
    let doublings = |n: u32| f64::from(n).log2();
    let most = substeps.iter().copied().map(doublings).fold(1.0, f64::max);
    let x = |n: u32| LEFT + (WIDTH - LEFT - RIGHT) * doublings(n) / most;
    let y = |error: f64| {
        TOP + (HEIGHT - TOP - BOTTOM) * (f64::from(high) - error.log10()) / f64::from(high - low)
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n\
         <title>Error after two seconds over substeps: symplectic falls by four with each doubling, the others by two</title>\n\
         <style>text {{ font: 13px system-ui, sans-serif; fill: #444 }} .grid {{ stroke: #8883 }}\n\
         @media (prefers-color-scheme: dark) {{ text {{ fill: #ccc }} }}</style>\n"
    );
    for power in low..=high {
        let (at, right) = (y(10f64.powi(power)), WIDTH - RIGHT);
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{right}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">10<tspan dy=\"-5\" font-size=\"9\">{}</tspan></text>",
            LEFT - 8.0,
            at + 4.0,
            power.to_string().replace('-', "−")
        );
    }
    for &n in substeps {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{n}</text>",
            x(n),
            HEIGHT - BOTTOM + 20.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">substeps per frame</text><text x=\"14\" y=\"{}\" transform=\"rotate(-90 14 {})\" text-anchor=\"middle\">error after 2 s, m</text>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 8.0,
        (HEIGHT - BOTTOM) / 2.0,
        (HEIGHT - BOTTOM) / 2.0
    );
    let mut names: Vec<f64> = Vec::new();
    for ((name, errors), (colour, mark)) in lines.iter().zip(MARKS) {
        let points: Vec<(f64, f64)> =
            substeps.iter().zip(errors).map(|(&n, &error)| (x(n), y(error))).collect();
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let _ = writeln!(out, "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\"/>", path.join("L"));
        for (x, y) in &points {
            let _ = writeln!(out, "{}", shape(mark, colour, *x, *y));
        }
        let Some(&(end, beside)) = points.last() else { continue };
        // two lines may end in one place: their names stand one above the other
        let mut beside = beside + 4.0;
        while names.iter().any(|other| (other - beside).abs() < 16.0) {
            beside += 16.0;
        }
        names.push(beside);
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{beside:.1}\" style=\"fill: {colour}\">{name}</text>",
            end + 12.0
        );
    }
    out + "</svg>\n"
}

fn shape(mark: &str, colour: &str, x: f64, y: f64) -> String {
    match mark {
        "square" => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"9\" height=\"9\" fill=\"{colour}\"/>",
            x - 4.5,
            y - 4.5
        ),
        "diamond" => format!("<path d=\"M{:.1} {y:.1}l6 -6 6 6 -6 6z\" fill=\"{colour}\"/>", x - 6.0),
        _ => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\"/>"),
    }
}
