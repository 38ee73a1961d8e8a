//! A run over scenes and sizes. It writes results as soon as it has them, and ends when it is asked to. It goes on
//! where it ended: rows that stand in its file are not measured again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::figures::grouped;
use super::progress::Progress;
use super::quality::{self, Truth};
use super::record::{GapRow, Quality, Report, Row, SceneReport};
use super::stop::Stop;
use super::timing::Bench;
use super::{cases, contract, copying, gaps, launching};
use crate::error::{BeadworkError, Code, Result};
use crate::gpu::Gpu;
use crate::parameters::Parameters;
use crate::scene::MAX_BODIES;

/// The measurements to make.
#[derive(Clone, Debug)]
pub struct Plan {
    pub scenes: Vec<String>,
    /// Bodies, about. None: a thousand, and tenfold again and again, as far as scene and device go.
    pub sizes: Option<Vec<u64>>,
    pub rounds: usize,
    /// That gaps are looked at in; 0 leaves them out.
    pub frames: u32,
    /// Chains of the scene on which quality is found, where timing has more.
    pub chains: u64,
    /// Seconds that one row's frames may take; what would take longer is left out.
    pub patience: f64,
    /// Scenes known for their gaps follow.
    pub gaps: bool,
    /// Known rows are measured again.
    pub again: bool,
    /// Path of the files, without their endings.
    pub out: Option<String>,
}

/// Sizes from here on get fewer rounds.
const LARGE: u64 = 300_000;
const ROUNDS_OF_LARGE: usize = 3;
/// Seconds that ten seconds of one row may take at the full size; above, fewer chains do.
const QUALITY_SECONDS: f64 = 20.0;
/// Bodies of which a round takes about twice as long as of a few.
const WORK: f64 = 20_000.0;

const STOPPED: &str = "Stopped before its end. The same command goes on where it ended.";

impl Plan {
    fn sizes(&self) -> Vec<u64> {
        let tenfold = || [1_000, 10_000, 100_000, 1_000_000, MAX_BODIES as u64].into();
        self.sizes.clone().unwrap_or_else(tenfold)
    }

    fn rounds(&self, bodies: u64) -> usize {
        self.rounds.min(if bodies > LARGE { ROUNDS_OF_LARGE } else { usize::MAX })
    }
}

/// Goes on with the rows that another run of the same build on the same device left in `report`'s file. `fresh` says
/// when and how. A sentence if it is of another: rows of one table are of one device.
pub fn go_on(before: Option<Report>, fresh: Report) -> Result<Report> {
    let Some(before) = before else { return Ok(fresh) };
    let of = |report: &Report| [report.machine.adapter.clone(), report.beadwork.clone()];
    if of(&before) != of(&fresh) {
        let [[device, build], [our_device, our_build]] = [of(&before), of(&fresh)];
        let message = format!(
            "The file holds figures of {device} by beadwork {build}; this is {our_device}, beadwork {our_build}. Choose another file with --out, or move that one away."
        );
        return Err(BeadworkError::new(Code::NotApplicable, message));
    }
    let Report { copy_bandwidth, copies, launches, scenes, gaps, mut notes, .. } = before;
    notes.retain(|note| note != STOPPED);
    Ok(Report { copy_bandwidth, copies, launches, scenes, gaps, notes, ..fresh })
}

/// Fills `report` in. An error at a size is written where its rows would stand, and the run goes on.
pub async fn run(gpu: Arc<Gpu>, plan: &Plan, report: Report, stop: &Stop) -> Result<Report> {
    let pieces = plan.sizes().iter().map(|&size| work(size)).sum::<f64>() * plan.scenes.len() as f64;
    let gap_rows = if plan.gaps { gaps::rows() } else { Vec::new() };
    let progress = Progress::of(pieces + gap_rows.len() as f64 * WORK_OF_GAPS);
    let mut run = Run { gpu, plan, report, stop, progress, known: HashMap::new(), seen: HashSet::new() };
    run.progress.say("copying buffers", 0.0);
    if run.report.copies.is_empty() {
        run.report.copies = copying::copies(&run.gpu).await?;
        run.report.copy_bandwidth =
            run.report.copies.iter().map(|copy| copy.bytes_per_second).reduce(f64::max);
    }
    if run.report.launches.is_empty() {
        run.report.launches = launching::launches(&run.gpu).await?;
    }
    run.scenes().await?;
    run.gaps(gap_rows).await?;
    if stop.now() {
        run.report.notes.push(STOPPED.into());
    }
    run.save()?;
    run.progress.end();
    Ok(run.report)
}

/// For the progress: a unit for each size, and more for large ones.
fn work(bodies: u64) -> f64 {
    1.0 + bodies as f64 / WORK
}
const WORK_OF_GAPS: f64 = 0.1;

struct Run<'a> {
    gpu: Arc<Gpu>,
    plan: &'a Plan,
    report: Report,
    stop: &'a Stop,
    progress: Progress,
    /// Found on fewer chains, by row and options: sizes share it.
    known: HashMap<String, Quality>,
    /// Scenes with their options that this run came by.
    seen: HashSet<String>,
}

impl Run<'_> {
    /// Small sizes of all scenes come first: a run that is stopped has something of each.
    async fn scenes(&mut self) -> Result<()> {
        let plan = self.plan;
        let sizes = plan.sizes();
        let mut ended: Vec<&str> = Vec::new();
        for (step, &size) in sizes.iter().enumerate() {
            for name in &plan.scenes {
                if self.stop.now() {
                    return Ok(());
                }
                if !ended.contains(&name.as_str()) && !self.size(name, size).await? && plan.sizes.is_none() {
                    // the largest that fits is one of its halves, if it is larger than the size before
                    ended.push(name);
                    let smaller = if step > 0 { sizes[step - 1] } else { 0 };
                    let mut half = size / 2;
                    while half > smaller && !self.stop.now() && !self.size(name, half).await? {
                        half /= 2;
                    }
                }
                self.progress.did(work(size));
            }
        }
        Ok(())
    }

    /// One scene in one size. Whether it could be measured.
    async fn size(&mut self, name: &str, size: u64) -> Result<bool> {
        let options = cases::options_for(name, size);
        // at its largest a scene has the same options whatever is asked for
        if !self.seen.insert(format!("{name} {}", Value::Object(options.clone()))) {
            return Ok(true);
        }
        let at = self.entry(name, &options, size);
        if self.report.scenes[at].fault.is_some() {
            return Ok(false);
        }
        if let Err(error) = self.measure(at, &options).await {
            self.report.scenes[at].fault = Some(error.message);
            if self.gpu.is_lost() {
                self.gpu = Gpu::new().await?;
            }
        }
        self.save()?;
        Ok(self.report.scenes[at].fault.is_none())
    }

    /// Where the scene stands in the report: its entry, or a new one beside its other sizes.
    fn entry(&mut self, name: &str, options: &Map<String, Value>, size: u64) -> usize {
        let scenes = &mut self.report.scenes;
        let fresh = SceneReport {
            scene: name.into(),
            options: Value::Object(options.clone()),
            beads: size,
            ..SceneReport::default()
        };
        if let Some(at) = scenes.iter().position(|s| (&s.scene, &s.options) == (&fresh.scene, &fresh.options))
        {
            if self.plan.again {
                scenes[at] = fresh;
            }
            return at;
        }
        let smaller = scenes.iter().rposition(|s| s.scene == name && s.beads <= size).map(|at| at + 1);
        let larger = scenes.iter().position(|s| s.scene == name);
        let at = smaller.or(larger).unwrap_or(scenes.len());
        scenes.insert(at, fresh);
        at
    }

    async fn measure(&mut self, at: usize, options: &Map<String, Value>) -> Result<()> {
        let name = self.report.scenes[at].scene.clone();
        if self.report.scenes[at].contract.is_some() {
            let (scene, _) = cases::build(&name, options)?;
            // of the same name and options, and yet another scene
            if self.report.scenes[at].contract != Some(contract::id(&scene)) {
                self.report.scenes[at].rows.clear();
            }
        }
        let SceneReport { rows, beads, .. } = &self.report.scenes[at];
        if rows.is_empty() || !rows.iter().all(|row| row.is_timed(self.plan.rounds(*beads))) {
            self.time(at, &name, options).await?;
        }
        if self.plan.frames > 0 {
            self.judge(at, &name, options).await?;
        }
        Ok(())
    }

    /// Rounds over the rows that were not timed.
    async fn time(&mut self, at: usize, name: &str, options: &Map<String, Value>) -> Result<()> {
        self.progress.say(&format!("{name}: loading"), 0.0);
        let mut bench = Bench::new(&self.gpu, name, options).await?;
        let mut found = bench.report();
        let (beads, rows) = (found.beads, found.rows.len());
        let rounds = self.plan.rounds(beads);
        bench.keep(&self.report.scenes[at].rows, rounds);
        for round in 0..rounds {
            let mut done = round * rows;
            bench
                .round(|row| {
                    let ahead = 0.5 * work(beads) * done as f64 / (rounds * rows) as f64;
                    let solver = row.contact_solver().unwrap_or(row.parameters.solver);
                    let execution = cases::execution_name(row.parameters.execution);
                    let what = format!(
                        "{name}, {} bodies, round {} of {rounds}: {solver}, {execution}",
                        grouped(beads),
                        round + 1
                    );
                    self.progress.say(&what, ahead);
                    done += 1;
                    !self.stop.now()
                })
                .await?;
            found = bench.report();
            self.report.scenes[at] = found;
            self.save()?;
            if self.stop.now() {
                break;
            }
        }
        Ok(())
    }

    /// Frames of every row: at the scene's full size where that is quick enough, else on a few chains, once for all sizes.
    async fn judge(&mut self, at: usize, name: &str, options: &Map<String, Value>) -> Result<()> {
        let Plan { frames, chains, patience, .. } = *self.plan;
        let beads = self.report.scenes[at].beads;
        let rows = self.report.scenes[at].rows.len();
        let mut truths: Vec<(Map<String, Value>, Option<Truth>)> = Vec::new();
        for index in 0..rows {
            if self.stop.now() {
                return Ok(());
            }
            let row = &self.report.scenes[at].rows[index];
            let Some(milliseconds) = row.milliseconds().filter(|_| !row.is_judged(frames)) else { continue };
            let solver = row.contact_solver.clone().unwrap_or(row.solver.clone());
            let seconds = milliseconds * 1e-3 * f64::from(frames);
            let mut chosen = options.clone();
            // chains are alike, unless they touch each other
            if seconds > QUALITY_SECONDS && row.contact_solver.is_none() && chosen.contains_key("chains") {
                chosen.insert("chains".into(), json!(chains));
            } else if seconds > patience {
                self.note(format!(
                    "{name}, {} bodies, {solver}: {frames} frames would take about {} min, so gaps, errors and energy were not looked at.",
                    grouped(beads),
                    (seconds / 60.0).ceil()
                ));
                continue;
            }
            let ways = (&row.positions, &row.contact_solver);
            let key = format!("{solver} {ways:?} {} {}", row.kernels, Value::Object(chosen.clone()));
            let found = match self.known.get(&key) {
                Some(found) => found.clone(),
                None => {
                    let ahead = work(beads) * (0.5 + 0.5 * index as f64 / rows as f64);
                    let what = format!("{name}, {} bodies: {frames} frames of {solver}", grouped(beads));
                    self.progress.say(&what, ahead);
                    let (scene, base) = cases::build(name, &chosen)?;
                    let parameters = of_row(&base, row)?;
                    if !truths.iter().any(|(of, _)| *of == chosen) {
                        truths.push((chosen.clone(), Truth::of(&self.gpu, &scene, &base).await?));
                    }
                    let truth =
                        truths.iter().find(|(of, _)| *of == chosen).and_then(|(_, truth)| truth.as_ref());
                    let found =
                        quality::run_twice(&self.gpu, &scene, &parameters, frames, truth, self.stop).await?;
                    let Some(found) = found else { return Ok(()) };
                    if found.finite && found.hash.is_none() {
                        self.note(format!(
                            "{name}, {} bodies, {solver}: two runs ended in different bits.",
                            grouped(beads)
                        ));
                    }
                    found
                }
            };
            self.known.insert(key, found.clone());
            self.report.scenes[at].rows[index].quality = Some(found);
            self.save()?;
        }
        Ok(())
    }

    async fn gaps(&mut self, rows: Vec<GapRow>) -> Result<()> {
        let mut truth: Option<(String, Option<Truth>)> = None;
        for mut row in rows {
            if self.stop.now() {
                return Ok(());
            }
            let known = self.report.gaps.iter().position(|known| known.is_like(&row));
            if known.is_none() || self.plan.again {
                self.progress.say(&format!("{}, {} substeps", row.what, row.substeps), 0.0);
                let (scene, base, parameters) = row.subject()?;
                if truth.as_ref().is_none_or(|(of, _)| *of != row.what) {
                    truth = Some((row.what.clone(), Truth::of(&self.gpu, &scene, &base).await?));
                }
                let truth = truth.as_ref().and_then(|(_, truth)| truth.as_ref());
                row.quality = quality::run(&self.gpu, &scene, &parameters, quality::FRAMES, truth).await?;
                match known {
                    Some(at) => self.report.gaps[at] = row,
                    None => self.report.gaps.push(row),
                }
                self.save()?;
            }
            self.progress.did(WORK_OF_GAPS);
        }
        Ok(())
    }

    /// Said once.
    fn note(&mut self, note: String) {
        if !self.report.notes.contains(&note) {
            self.report.notes.push(note);
        }
    }

    fn save(&mut self) -> Result<()> {
        let unwritten = |error: &dyn std::fmt::Display| {
            BeadworkError::new(Code::Internal, format!("Could not write the results: {error}."))
        };
        self.report.derive().map_err(|error| unwritten(&error))?;
        let Some(path) = &self.plan.out else { return Ok(()) };
        self.report.write(path).map_err(|error| unwritten(&error))
    }
}

fn of_row(base: &Parameters, row: &Row) -> Result<Parameters> {
    let positions = row.positions.as_deref().unwrap_or("auto");
    let mut changes = json!({"solver": row.solver, "execution": row.execution, "positions": positions});
    if let Some(contacts) = &row.contact_solver {
        changes["contactSolver"] = json!(contacts);
    }
    base.with(changes.as_object().unwrap_or(&Map::new()))
}
