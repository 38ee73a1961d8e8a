// What the kernels that give a workgroup to whole islands share. A tile is up to 128 joints and 128 bodies of islands
// that lie in it entirely. Its record in `order`: first and count of its bodies, of its joints, and where its own
// list of joints by body begins.

// A tile's place for a fixed body.
const NOWHERE: u32 = 0xffu;

struct Tile {
    first_body: u32,
    bodies: u32,
    first_joint: u32,
    joints: u32,
    adjacency: u32,
}

// A tile's joint, three words of `order`: the joint; places and colour, eight bits each; its island, likewise.
struct TileJoint {
    joint: u32,
    place_a: u32,        // of its bodies in the tile
    place_b: u32,
    colour: u32,
    island_first: u32,   // first of its island's joints in the tile, and their number
    island_joints: u32,
}

fn tile_joint(joint: u32, places: u32, island: u32) -> TileJoint {
    return TileJoint(joint, places & 0xffu, (places >> 8u) & 0xffu, places >> 16u, island & 0xffu, island >> 8u);
}
