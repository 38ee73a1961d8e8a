//! The kernels: one WGSL file each, its entry point named as the file.

use std::sync::Arc;

use crate::gpu::Gpu;
use crate::gpu::pipelines::{Compiled, Variant};
use crate::gpu::shaders::{Binding, Shader, shaders};
use crate::kernels::kernels;
use crate::lists::elimination::{FEW_LANES, LANES};

macro_rules! texts {
    ($($folder:ident $name:ident: $takes:ident, $use:ident;)+) => {
        shaders! { $($folder: $name;)+ }
    };
}

static KERNELS: &[Shader] = kernels!(texts);

pub fn list() -> &'static [Shader] {
    KERNELS
}

pub fn find(name: &str) -> Option<&'static Shader> {
    KERNELS.iter().find(|kernel| kernel.name == name)
}

/// The storage buffers of a kernel.
pub fn buffers(kernel: &Shader) -> impl Iterator<Item = Binding> {
    kernel.bindings().iter().copied().filter(Binding::is_storage)
}

/// The facts of a scene that its pipelines are compiled for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Specialisation {
    /// `POINTS` of shaders/common/body.wgsl.
    pub points: bool,
    /// `ISOTROPIC` of shaders/common/body.wgsl.
    pub isotropic: bool,
    /// `EVEN_CHAINS` of shaders/solvers/solve_chains.wgsl.
    pub even_chains: bool,
    /// Barriers are slow: `LANES` of shaders/common/together.wgsl.
    pub few_lanes: bool,
    /// All that moves and touches is a sphere: `SLOTS` of shaders/shapes/manifold.wgsl.
    pub spheres: bool,
    /// `OFFSET` of shaders/shapes/place.wgsl.
    pub offset: bool,
    /// `CONVEX` of shaders/shapes/rolling.wgsl.
    pub convex: bool,
    /// `HULLS` of shaders/shapes/rolling.wgsl.
    pub hulls: bool,
    /// `COMPOUNDS` of shaders/common/compound.wgsl.
    pub compounds: bool,
}

impl Specialisation {
    /// Nothing is known.
    const PLAIN: Self = Self {
        points: false,
        isotropic: false,
        even_chains: false,
        few_lanes: false,
        spheres: false,
        offset: false,
        convex: false,
        hulls: false,
        compounds: false,
    };

    /// All ways that scenes can ask for.
    pub const ALL: [Self; 17] = [
        Self { points: true, ..Self::PLAIN },
        Self { points: true, even_chains: true, ..Self::PLAIN },
        Self { points: true, isotropic: true, ..Self::PLAIN },
        Self { points: true, isotropic: true, even_chains: true, ..Self::PLAIN },
        Self { points: true, isotropic: true, few_lanes: true, ..Self::PLAIN },
        Self::PLAIN,
        Self { isotropic: true, ..Self::PLAIN },
        Self { points: true, isotropic: true, spheres: true, ..Self::PLAIN },
        Self { offset: true, ..Self::PLAIN },
        Self { convex: true, ..Self::PLAIN },
        Self { offset: true, convex: true, ..Self::PLAIN },
        Self { convex: true, hulls: true, ..Self::PLAIN },
        Self { offset: true, convex: true, hulls: true, ..Self::PLAIN },
        Self { compounds: true, ..Self::PLAIN },
        Self { compounds: true, offset: true, ..Self::PLAIN },
        Self { compounds: true, convex: true, ..Self::PLAIN },
        Self { compounds: true, offset: true, convex: true, hulls: true, ..Self::PLAIN },
    ];

    /// The facts before there is a scene.
    pub const NONE: Self = Self::ALL[0];

    /// The facts that this kernel's text asks for.
    pub fn heeded_by(kernel: &Shader) -> Self {
        let heeds = |name| kernel.has_override(name);
        Self {
            points: heeds("POINTS"),
            isotropic: heeds("ISOTROPIC"),
            even_chains: heeds("EVEN_CHAINS"),
            few_lanes: heeds("LANES"),
            spheres: heeds("SLOTS"),
            offset: heeds("OFFSET"),
            convex: heeds("CONVEX"),
            hulls: heeds("HULLS"),
            compounds: heeds("COMPOUNDS"),
        }
    }

    /// The facts that hold in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            points: self.points && other.points,
            isotropic: self.isotropic && other.isotropic,
            even_chains: self.even_chains && other.even_chains,
            few_lanes: self.few_lanes && other.few_lanes,
            spheres: self.spheres && other.spheres,
            offset: self.offset && other.offset,
            convex: self.convex && other.convex,
            hulls: self.hulls && other.hulls,
            compounds: self.compounds && other.compounds,
        }
    }

    pub fn constants(self) -> [(&'static str, u32); 9] {
        [
            ("POINTS", self.points.into()),
            ("ISOTROPIC", self.isotropic.into()),
            ("EVEN_CHAINS", self.even_chains.into()),
            ("OFFSET", self.offset.into()),
            ("CONVEX", self.convex.into()),
            ("HULLS", self.hulls.into()),
            ("COMPOUNDS", self.compounds.into()),
            ("SLOTS", if self.spheres { 1 } else { 4 }),
            ("LANES", if self.few_lanes { FEW_LANES } else { LANES } as u32),
        ]
    }
}

/// The kernel called `name` as it stands in the repository.
pub fn compiled(gpu: &Gpu, name: &str, scene: Specialisation) -> Arc<Compiled> {
    let kernel = find(name).unwrap_or_else(|| panic!("no kernel is called {name}"));
    let variant = Variant::new(kernel, &scene.constants(), None);
    gpu.pipelines.get(variant, || compile(&gpu.device, kernel, kernel.source, scene))
}

/// `own` may be a person's edit of the kernel, which its simulation keeps.
pub fn compile(device: &wgpu::Device, kernel: &Shader, own: &str, scene: Specialisation) -> Compiled {
    Compiled::compute(device, kernel, own, &scene.constants())
}
