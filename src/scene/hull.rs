//! Convex hulls of up to 32 points: which of the points are corners, the faces between them, and what a solid of that shape weighs. All
//! is worked out once, in f64; bodies of the same points share it, and it stays for as long as the program runs.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use glam::{DMat3, DVec3, Quat, Vec3};

use super::principal_axes;

/// Points that a hull is made of.
pub const HULL_POINTS: std::ops::RangeInclusive<usize> = 4..=32;
/// Of its thickness over its length: the inside of a flatter hull is no more than rounding.
const FLATTEST: f64 = 1e-4;
/// Of its length: points that are no farther than this from a plane lie in it. Where faces do not close with the first, the next is tried.
const TOLERANCES: [f64; 4] = [1e-6, 1e-5, 1e-4, 1e-3];
/// Corners of a face that contacts know: a larger face keeps as many of its own, evenly around.
const FACE_CORNERS: usize = 8;
/// Hulls of different points that a program may have.
const MOST: usize = 65_536;
const BLOCK: usize = 256;

/// One of the hulls that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hull(u32);

/// A flat side, with a unit normal n outwards: all points have n·p ≤ offset.
#[derive(Clone, Debug)]
pub struct Face {
    pub normal: Vec3,
    /// m
    pub offset: f32,
    /// In order around, anticlockwise as seen from outside.
    pub corners: Vec<u8>,
    /// Corners that contacts know.
    pub known: Vec<u8>,
}

/// Data of a hull. Lengths in m, in the axes of its points.
#[derive(Clone, Debug)]
pub struct HullData {
    /// As they were given.
    pub points: Vec<Vec3>,
    /// The points that are corners.
    pub corners: Vec<Vec3>,
    /// x, y and z of four corners at a time. Behind the last one stands the first again.
    pub by_four: Vec<[[f32; 4]; 3]>,
    pub faces: Vec<Face>,
    /// m³
    pub volume: f64,
    /// Of a mass that is spread evenly.
    pub centre: DVec3,
    /// About that centre, over the mass, m²: the tensor, its principal moments, and what turns principal axes to these.
    pub inertia: DMat3,
    pub moments: DVec3,
    pub axes: Quat,
    /// From that centre to the nearest face.
    pub thinnest: f32,
    /// Of the sphere with as large a shadow, taken over all directions.
    pub mean_radius: f32,
    /// From the origin to the farthest corner.
    pub bounding_radius: f32,
}

static BLOCKS: [OnceLock<Vec<OnceLock<Box<HullData>>>>; MOST / BLOCK] =
    [const { OnceLock::new() }; MOST / BLOCK];
static KNOWN: Mutex<BTreeMap<Vec<[u32; 3]>, u32>> = Mutex::new(BTreeMap::new());

impl Hull {
    /// The hull of these points, or a sentence that says why there is none.
    pub fn of(points: &[Vec3]) -> Result<Self, String> {
        let key: Vec<[u32; 3]> = points.iter().map(|point| point.to_array().map(f32::to_bits)).collect();
        Self::known_by(key, || HullData::of(points))
    }

    /// The same in other axes, which `axes` turns to its own: each of its points p is P⁻¹ p there.
    pub fn turned_back(self, axes: Quat) -> Result<Self, String> {
        let data = self.data();
        let mut key: Vec<[u32; 3]> =
            data.points.iter().map(|point| point.to_array().map(f32::to_bits)).collect();
        let [x, y, z, w] = axes.to_array().map(f32::to_bits);
        // no point of a hull has such numbers
        key.extend([[x, y, z], [w, u32::MAX, u32::MAX]]);
        Self::known_by(key, || Ok(data.turned_back(axes)))
    }

    fn known_by(key: Vec<[u32; 3]>, make: impl FnOnce() -> Result<HullData, String>) -> Result<Self, String> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = known.get(&key) {
            return Ok(Self(number));
        }
        let data = make()?;
        let number = known.len();
        if number >= MOST {
            return Err(format!(
                "There are {MOST} hulls of different points already, the most there may be."
            ));
        }
        let block = BLOCKS[number / BLOCK].get_or_init(|| (0..BLOCK).map(|_| OnceLock::new()).collect());
        block[number % BLOCK].get_or_init(|| Box::new(data));
        known.insert(key, number as u32);
        Ok(Self(number as u32))
    }

    /// The same by its number.
    pub fn numbered(number: usize) -> Self {
        Self(number as u32)
    }

    pub fn number(self) -> usize {
        self.0 as usize
    }

    pub fn data(self) -> &'static HullData {
        let block = BLOCKS[self.number() / BLOCK].get();
        block
            .and_then(|block| block[self.number() % BLOCK].get())
            .expect("it was made before it was numbered")
    }
}

fn by_four(corners: &[Vec3]) -> Vec<[[f32; 4]; 3]> {
    let corner = |k: usize| corners.get(k).unwrap_or(&corners[0]);
    let four = |first: usize| [0, 1, 2].map(|axis| [0, 1, 2, 3].map(|k| corner(first + k)[axis]));
    (0..corners.len()).step_by(4).map(four).collect()
}

impl HullData {
    fn of(points: &[Vec3]) -> Result<Self, String> {
        if !HULL_POINTS.contains(&points.len()) {
            return Err(format!("A hull is made of 4 to 32 points; these are {}.", points.len()));
        }
        let exact: Vec<DVec3> = points.iter().map(|point| point.as_dvec3()).collect();
        let length = check_extent(&exact)?;
        let polygons = TOLERANCES.iter().find_map(|tolerance| {
            let apart = apart(&exact, 2.0 * tolerance * length);
            let places: Vec<DVec3> = apart.iter().map(|&k| exact[k]).collect();
            let polygons = polygons(&places, tolerance * length)?;
            Some(polygons.into_iter().map(|face| face.into_iter().map(|k| apart[k]).collect()).collect())
        });
        let polygons: Vec<Vec<usize>> = polygons
            .ok_or("The faces of this hull cannot be told apart; move points that nearly lie in a face.")?;

        // corners in the order of the points
        let mut used = polygons.iter().flatten().copied().collect::<Vec<usize>>();
        used.sort_unstable();
        used.dedup();
        let corners: Vec<Vec3> = used.iter().map(|&k| points[k]).collect();
        let place = |k: usize| used.iter().position(|&other| other == k).unwrap_or(0) as u8;
        let faces: Vec<Face> = polygons
            .iter()
            .map(|polygon| {
                let normal = normal_of(&exact, polygon).as_vec3();
                let offset = corners.iter().map(|p| normal.dot(*p)).fold(f32::NEG_INFINITY, f32::max);
                let corners: Vec<u8> = polygon.iter().map(|&k| place(k)).collect();
                let (count, most) = (corners.len(), corners.len().min(FACE_CORNERS));
                let known = (0..most).map(|k| corners[k * count / most]).collect();
                Face { normal, offset, corners, known }
            })
            .collect();

        let Integrals { volume, centre, inertia, surface } = integrals(&exact, &polygons);
        let thinnest = (polygons.iter())
            .map(|polygon| normal_of(&exact, polygon).dot(exact[polygon[0]] - centre))
            .fold(f64::INFINITY, f64::min);
        let (moments, axes) = principal_axes(inertia);
        Ok(Self {
            points: points.to_vec(),
            bounding_radius: corners.iter().map(|p| p.as_dvec3().length()).fold(0.0, f64::max) as f32,
            by_four: by_four(&corners),
            corners,
            faces,
            volume,
            centre,
            inertia,
            moments,
            axes,
            thinnest: thinnest as f32,
            mean_radius: (surface / (4.0 * std::f64::consts::PI)).sqrt() as f32,
        })
    }

    fn turned_back(&self, axes: Quat) -> Self {
        let back = axes.as_dquat().normalize().inverse();
        let turned = |v: Vec3| (back * v.as_dvec3()).as_vec3();
        let corners: Vec<Vec3> = self.corners.iter().map(|&p| turned(p)).collect();
        let face = |face: &Face| {
            let normal = turned(face.normal);
            let offset = corners.iter().map(|p| normal.dot(*p)).fold(f32::NEG_INFINITY, f32::max);
            Face { normal, offset, ..face.clone() }
        };
        let matrix = DMat3::from_quat(back);
        Self {
            faces: self.faces.iter().map(face).collect(),
            centre: back * self.centre,
            inertia: matrix * self.inertia * matrix.transpose(),
            axes: (back * self.axes.as_dquat()).as_quat(),
            by_four: by_four(&corners),
            corners,
            ..self.clone()
        }
    }

    /// In rows of four, as shaders/shapes/hull.wgsl has them.
    pub fn rows(&self) -> Vec<[f32; 4]> {
        let [x, y, z] = self.centre.as_vec3().to_array();
        let mut rows = vec![[x, y, z, (self.corners.len() + 64 * self.faces.len()) as f32]];
        rows.extend(self.corners.iter().map(|p| p.extend(0.0).to_array()));
        for face in &self.faces {
            let known = &face.known;
            let packed = |first: usize| {
                (known.iter().skip(first).take(3).rev()).fold(0u32, |word, &k| word << 5 | u32::from(k))
                    as f32
            };
            rows.push(face.normal.extend(face.offset).to_array());
            rows.push([known.len() as f32, packed(0), packed(3), packed(6)]);
        }
        // rows come in pairs
        if rows.len() % 2 == 1 {
            rows.push([0.0; 4]);
        }
        rows
    }
}

/// How far the points reach along one line, m. Refused are those that span no volume.
fn check_extent(points: &[DVec3]) -> Result<f64, String> {
    let most = |measure: &dyn Fn(DVec3) -> f64| {
        let measures = points.iter().map(|&p| measure(p)).enumerate();
        measures.fold((0, 0.0), |best, (k, x)| if x > best.1 { (k, x) } else { best })
    };
    let first = points[0];
    let (far, length) = most(&|p| p.distance(first));
    if length == 0.0 {
        return Err("The points of a hull must span a volume; these are all in one place.".into());
    }
    let along = (points[far] - first) / length;
    let (side, breadth) = most(&|p| (p - first).cross(along).length());
    if breadth <= FLATTEST * length {
        return Err("The points of a hull must span a volume; these lie on a line.".into());
    }
    let normal = along.cross(points[side] - first).normalize();
    let (_, thickness) = most(&|p| (p - first).dot(normal).abs());
    if thickness <= FLATTEST * length {
        return Err("The points of a hull must span a volume; these lie in a plane.".into());
    }
    Ok(length)
}

/// The points without those that are nearly where one before them is.
fn apart(points: &[DVec3], least: f64) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for (k, point) in points.iter().enumerate() {
        if kept.iter().all(|&other| points[other].distance(*point) > least) {
            kept.push(k);
        }
    }
    kept
}

/// The outward unit normal of a polygon (Newell).
fn normal_of(points: &[DVec3], polygon: &[usize]) -> DVec3 {
    let first = points[polygon[0]];
    let fan = polygon[1..].windows(2).map(|pair| (points[pair[0]] - first).cross(points[pair[1]] - first));
    fan.sum::<DVec3>().normalize_or_zero()
}

/// The faces, each as its corners in order around: one is found and, across each edge, the next (Chand and Kapur's gift wrapping). A face
/// has all points that lie in its plane to `tolerance`. None if they do not close.
fn polygons(points: &[DVec3], tolerance: f64) -> Option<Vec<Vec<usize>>> {
    let order = |&a: &usize, &b: &usize| {
        let (p, q) = (points[a].to_array(), points[b].to_array());
        p.partial_cmp(&q).unwrap_or(std::cmp::Ordering::Equal)
    };
    let start = (0..points.len()).min_by(order)?;
    // all lie on the far side of the plane x = x_start; it is turned about two lines in it
    let (next, normal) = turned(points, start, DVec3::Z, DVec3::NEG_X, tolerance)?;
    let along = (points[next] - points[start]).normalize_or_zero();
    let (_, normal) = turned(points, start, along, normal, tolerance)?;

    let mut faces = vec![polygon_in(points, points[start], normal, tolerance)?];
    // edges by the face that they go anticlockwise around
    let mut edges: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut done = 0;
    while done < faces.len() {
        let face = faces[done].clone();
        for (k, &a) in face.iter().enumerate() {
            if edges.insert((a, face[(k + 1) % face.len()]), done).is_some() {
                return None;
            }
        }
        done += 1;
        // the first edge without a face beyond it
        let open = edges.keys().find(|&&(a, b)| !edges.contains_key(&(b, a))).copied();
        let Some((a, b)) = open else { continue };
        if faces.len() >= 2 * points.len() {
            return None;
        }
        let normal = normal_of(points, &faces[edges[&(a, b)]]);
        let along = (points[b] - points[a]).normalize_or_zero();
        let (_, next) = turned(points, a, along, normal, tolerance)?;
        faces.push(polygon_in(points, points[a], next, tolerance)?);
    }
    let corners: std::collections::BTreeSet<usize> = faces.iter().flatten().copied().collect();
    // Euler: V − E + F = 2
    let closed = corners.len() + faces.len() == edges.len() / 2 + 2;
    let around = faces.iter().all(|face| {
        let normal = normal_of(points, face);
        points.iter().all(|&p| normal.dot(p - points[face[0]]) <= 4.0 * tolerance)
    });
    (closed && around).then_some(faces)
}

/// A plane through a point, with all points on its inner side, is turned about a line in it until it meets another.
/// Gives which one, and its normal then. With m = n × e across the line, a point w off the line is met after
/// θ = atan2(−w·n, w·m); the last one counts.
fn turned(
    points: &[DVec3],
    at: usize,
    along: DVec3,
    normal: DVec3,
    tolerance: f64,
) -> Option<(usize, DVec3)> {
    let across = normal.cross(along);
    let place = |p: DVec3| {
        let w = p - points[at];
        let (x, y) = (w.dot(across), w.dot(normal));
        // a point that lies in the plane and behind the line is met after half a turn. So says atan2 of 0; of −0, which
        // `max` may give, it says −π.
        let below = if y < 0.0 { -y } else { 0.0 };
        (below.atan2(x), x.hypot(y))
    };
    let off = |&(_, (_, far)): &(usize, (f64, f64))| far > 2.0 * tolerance;
    let seen = || points.iter().map(|&p| place(p)).enumerate().filter(off);
    let last = seen().map(|(_, (angle, _))| angle).fold(f64::NEG_INFINITY, f64::max);
    // the farthest of those that are met together gives the plane best
    let together = seen().filter(|&(_, (angle, far))| (last - angle) * far <= tolerance);
    let (found, (angle, _)) = together.max_by(|one, other| one.1.1.total_cmp(&other.1.1))?;
    Some((found, -(across * angle.sin() + normal * angle.cos())))
}

/// The outline of all points in a plane, anticlockwise around its normal (Jarvis's march). It goes from corner to
/// corner, with all others to the left of each edge. Of the points along an edge it takes the farthest next.
fn polygon_in(points: &[DVec3], at: DVec3, normal: DVec3, tolerance: f64) -> Option<Vec<usize>> {
    let flat: Vec<usize> =
        (0..points.len()).filter(|&k| (points[k] - at).dot(normal).abs() <= tolerance).collect();
    let middle = flat.iter().map(|&k| points[k]).sum::<DVec3>() / flat.len() as f64;
    let off = |k: usize| points[k].distance(middle);
    // the farthest from their middle is a corner
    let first = flat.iter().copied().max_by(|&a, &b| off(a).total_cmp(&off(b)))?;
    let mut outline = vec![first];
    loop {
        let from = outline[outline.len() - 1];
        let mut next = None;
        for &k in flat.iter().filter(|&&k| k != from) {
            let Some(best) = next else {
                next = Some(k);
                continue;
            };
            let (way, other): (DVec3, DVec3) = (points[best] - points[from], points[k] - points[from]);
            let left = normal.dot(way.cross(other)) / way.length().max(other.length());
            let farther = left <= tolerance && way.dot(other) > 0.0 && other.length() > way.length();
            if left < -tolerance || farther {
                next = Some(k);
            }
        }
        match next? {
            next if next == first => break,
            next if outline.contains(&next) => return None,
            next => outline.push(next),
        }
    }
    (outline.len() >= 3).then_some(outline)
}

struct Integrals {
    volume: f64,
    centre: DVec3,
    inertia: DMat3,
    surface: f64,
}

/// Over the tetrahedra between a point inside and the triangles a, b, c of all faces, exactly:
///     V = det/6,   ∫ r = V s/4,   ∫ r rᵀ = V/20 (Σ v vᵀ + s sᵀ),   s = a + b + c,   v = a, b, c from that point.
fn integrals(points: &[DVec3], polygons: &[Vec<usize>]) -> Integrals {
    let middle = points.iter().sum::<DVec3>() / points.len() as f64;
    let product = |a: DVec3, b: DVec3| DMat3::from_cols(a * b.x, a * b.y, a * b.z);
    let (mut volume, mut first, mut second, mut surface) = (0.0, DVec3::ZERO, DMat3::ZERO, 0.0);
    for polygon in polygons {
        let [a, rest @ ..] = &polygon[..] else { continue };
        for pair in rest.windows(2) {
            let [a, b, c] = [*a, pair[0], pair[1]].map(|k| points[k] - middle);
            let part = a.dot(b.cross(c)) / 6.0;
            let sum = a + b + c;
            volume += part;
            first += sum * (part / 4.0);
            second += (product(a, a) + product(b, b) + product(c, c) + product(sum, sum)) * (part / 20.0);
            surface += 0.5 * (b - a).cross(c - a).length();
        }
    }
    let off = first / volume;
    let spread = second * (1.0 / volume) - product(off, off);
    let trace = spread.x_axis.x + spread.y_axis.y + spread.z_axis.z;
    Integrals {
        volume,
        centre: middle + off,
        inertia: DMat3::from_diagonal(DVec3::splat(trace)) - spread,
        surface,
    }
}
