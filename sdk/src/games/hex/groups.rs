//! A union-find of connected stones that can be taken back.

use super::board::{Cell, Colour, Size};

/// What a cell holds, in one word, so that copying a board is copying little.
///
/// An empty cell is 0. Else `COLOUR` bits hold the colour, and either `ROOT` is set, with the
/// `EDGES` that the group touches and the group's size in `VALUE`, or `VALUE` is the index of the parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Node(u16);

const VALUE: u16 = 0x03ff;
const BLACK: u16 = 0x0400;
const WHITE: u16 = 0x0800;
const COLOUR: u16 = BLACK | WHITE;
const NEAR_EDGE: u16 = 0x1000;
const FAR_EDGE: u16 = 0x2000;
const EDGES: u16 = NEAR_EDGE | FAR_EDGE;
const ROOT: u16 = 0x8000;

impl Node {
    const EMPTY: Self = Self(0);

    #[inline]
    const fn colour(self) -> Option<Colour> {
        match self.0 & COLOUR {
            BLACK => Some(Colour::Black),
            WHITE => Some(Colour::White),
            _ => None,
        }
    }
}

/// Union-find by size without path compression: undoing then takes as many steps as doing.
#[derive(Debug)]
pub(super) struct Groups {
    size: Size,
    nodes: Box<[Node]>,
}

impl Clone for Groups {
    fn clone(&self) -> Self {
        Self { size: self.size, nodes: self.nodes.clone() }
    }

    /// Into the memory that is there already, if it is that of a board of the same size.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.size = other.size;
        self.nodes.clone_from(&other.nodes);
    }
}

/// How to take one stone back. To be used once, in reverse order of placing.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Board, Cell, Colour, Size, StoneUndo};
/// let mut board = Board::empty(Size::new(2).unwrap());
/// let undo: StoneUndo = board.place(Cell::at(0, 0).unwrap(), Colour::Black).expect("the cell is empty");
/// board.undo(undo);
/// assert_eq!(board, Board::empty(Size::new(2).unwrap()));
/// ```
#[derive(Debug)]
#[must_use = "without it the stone stays; drop it on purpose if that is meant"]
pub struct Undo {
    stone: u16,
    /// Roots that became children, with what they and their new parents were. A stone has at most
    /// three neighbours that are not adjacent to each other, so three groups at most.
    merges: [Merge; 3],
    merge_count: u8,
    /// Whether the stone joined two edges that its colour had not joined yet.
    pub(super) connected: bool,
}

#[derive(Debug, Clone, Copy)]
struct Merge {
    child: u16,
    child_was: Node,
    parent_was: Node,
}

impl Groups {
    pub(super) fn new(size: Size) -> Self {
        Self { size, nodes: vec![Node::EMPTY; size.cell_count()].into_boxed_slice() }
    }

    #[inline]
    pub(super) fn colour(&self, index: u16) -> Option<Colour> {
        self.nodes[usize::from(index)].colour()
    }

    pub(super) fn colours(&self) -> impl Iterator<Item = Option<Colour>> {
        self.nodes.iter().map(|node| node.colour())
    }

    /// See [`Board::rows`](super::Board).
    pub(super) fn rows(&self) -> ([u32; Size::MAX.get() as usize], [u32; Size::MAX.get() as usize]) {
        let mut rows = ([0; Size::MAX.get() as usize], [0; Size::MAX.get() as usize]);
        let lines = self.nodes.chunks_exact(usize::from(self.size.get()));
        for ((black, empty), line) in rows.0.iter_mut().zip(&mut rows.1).zip(lines) {
            for (column, node) in line.iter().enumerate() {
                *black |= u32::from(node.0 & BLACK != 0) << column;
                *empty |= u32::from(node.0 & COLOUR == 0) << column;
            }
        }
        rows
    }

    /// Puts a stone on an empty cell of the board.
    #[inline]
    pub(super) fn place(&mut self, cell: Cell, colour: Colour) -> Undo {
        let last = self.size.get() - 1;
        let (bit, along) = match colour {
            Colour::Black => (BLACK, cell.row()),
            Colour::White => (WHITE, cell.column()),
        };
        let near = if along == 0 { NEAR_EDGE } else { 0 };
        let far = if along == last { FAR_EDGE } else { 0 };
        let stone = cell.index(self.size);
        self.nodes[usize::from(stone)] = Node(ROOT | bit | near | far | 1);

        let nothing = Merge { child: 0, child_was: Node::EMPTY, parent_was: Node::EMPTY };
        let mut undo = Undo { stone, merges: [nothing; 3], merge_count: 0, connected: false };
        // On 1×1 the stone alone touches both edges.
        let mut connected = near | far == EDGES;
        let mut root = stone;
        for neighbour in cell.neighbours(self.size) {
            let neighbour = neighbour.index(self.size);
            if self.nodes[usize::from(neighbour)].0 & bit == 0 {
                continue;
            }
            let other = self.root_of(neighbour);
            if other == root {
                continue;
            }
            let (node, other_node) = (self.nodes[usize::from(root)], self.nodes[usize::from(other)]);
            let edges = (node.0 | other_node.0) & EDGES;
            connected |= edges == EDGES && node.0 & EDGES != EDGES && other_node.0 & EDGES != EDGES;
            let (parent, child) =
                if node.0 & VALUE > other_node.0 & VALUE { (root, other) } else { (other, root) };
            let merge = Merge {
                child,
                child_was: self.nodes[usize::from(child)],
                parent_was: self.nodes[usize::from(parent)],
            };
            undo.merges[usize::from(undo.merge_count)] = merge;
            undo.merge_count += 1;
            self.nodes[usize::from(child)] = Node(bit | parent);
            self.nodes[usize::from(parent)] =
                Node((merge.parent_was.0 + (merge.child_was.0 & VALUE)) | edges);
            root = parent;
        }
        undo.connected = connected;
        undo
    }

    /// Takes a stone back and returns its colour; `None` if it is not there.
    #[inline]
    pub(super) fn undo(&mut self, undo: &Undo) -> Option<Colour> {
        let colour = self.nodes.get(usize::from(undo.stone))?.colour()?;
        for merge in undo.merges[..usize::from(undo.merge_count)].iter().rev() {
            let parent = self.nodes[usize::from(merge.child)].0 & VALUE;
            self.nodes[usize::from(parent)] = merge.parent_was;
            self.nodes[usize::from(merge.child)] = merge.child_was;
        }
        self.nodes[usize::from(undo.stone)] = Node::EMPTY;
        Some(colour)
    }

    #[inline]
    fn root_of(&self, mut index: u16) -> u16 {
        loop {
            let node = self.nodes[usize::from(index)].0;
            if node & ROOT != 0 {
                return index;
            }
            index = node & VALUE;
        }
    }
}
