//! How far each player is from joining his edges, if the other one always defends best: an evaluation for alpha-beta.

use super::board::{Board, Cell, Colour, Size};
use super::position::Position;
use super::rules::Move;
use crate::game::Position as _;
use crate::search::Evaluator;
use crate::seat::Seat;

/// Cells of the largest board.
const CELLS: usize = Size::MAX.cell_count();
/// The distance of what cannot be reached.
const FAR: u16 = 500;

/// An [`Evaluator`] for Hex: the *two-distance* of Queenbee (Van Rijswijck 2000).
///
/// An empty cell beside an edge is at distance 1 from it; any other one is one further than the *second* nearest of its
/// neighbours, since the opponent will take the nearest. Cells that touch the same chain are neighbours. The sum of a
/// cell's distances from both edges is its potential; the lowest one says how far a player is from winning, and how many
/// cells have it how hard he is to stop.
///
/// Moves are ordered by the potentials of both players.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{BoardText, Colour, Distances, Position, Setup, Move};
/// use botspec_sdk::search::{AlphaBeta, Budget, WIN};
///
/// // Black has a bridge to either edge, so whatever white does, two more stones win.
/// let text = BoardText::from_bytes(b"....|..B.|.B..|....|")?;
/// let position = Position::from_setup(&Setup::new(&text, Colour::White))?;
/// let mut search = AlphaBeta::new(Distances::new());
/// let found = search.search(&position, &Budget::of_nodes(20_000)).expect("the game goes on");
/// assert_eq!(found.value, 4 - WIN, "white has lost");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Distances {
    size: Size,
    /// The neighbours of each cell, by its index.
    neighbours: Vec<Vec<u16>>,
    work: Work,
}

/// Memory that one evaluation leaves to the next.
#[derive(Debug, Clone)]
struct Work {
    stones: Vec<Option<Colour>>,
    /// Of each stone of the colour that is looked at, the number of its chain.
    chain_of: Vec<u16>,
    /// The empty cells beside each chain, and whether it touches the edge that is looked at.
    liberties: Vec<Vec<u16>>,
    at_edge: Vec<[bool; 2]>,
    open: Vec<u16>,
    queue: Vec<u16>,
    hits: Vec<u8>,
    hit_by: Vec<u16>,
    distances: [Vec<u16>; 2],
    /// By colour: the potential of each cell.
    potentials: [Vec<u16>; 2],
}

impl Distances {
    /// An evaluator for boards of any size.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Board, Colour, Distances, Size};
    /// let mut distances = Distances::new();
    /// let far = distances.of(&Board::empty(Size::TOURNAMENT), Colour::White).expect("there is a way");
    /// let near = distances.of(&Board::empty(Size::new(3).unwrap()), Colour::White).expect("there is a way");
    /// assert!(near < far, "boards of any size, one after the other");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        let none = || vec![0; CELLS];
        let work = Work {
            stones: Vec::new(),
            chain_of: none(),
            liberties: Vec::new(),
            at_edge: Vec::new(),
            open: Vec::new(),
            queue: Vec::new(),
            hits: vec![0; CELLS],
            hit_by: none(),
            distances: [none(), none()],
            potentials: [none(), none()],
        };
        let mut this = Self { size: Size::MIN, neighbours: Vec::new(), work };
        this.fit(Size::MIN);
        this
    }

    /// The lowest potential of this colour, and how many cells have it; `None` if there is no way.
    ///
    /// The potential is one more than the moves needed to join its edges, if the other one defends as well as one who
    /// moves second can: the cell where the ways from both edges meet is counted from each.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Board, Cell, Colour, Distances, Size};
    /// let mut board = Board::empty(Size::new(3).expect("1 to 26"));
    /// let mut distances = Distances::new();
    /// let (before, _cells) = distances.of(&board, Colour::Black).expect("there is a way");
    /// board.place(Cell::at(1, 1).expect("0 to 25"), Colour::Black);
    /// let (after, _cells) = distances.of(&board, Colour::Black).expect("there is a way");
    /// assert!(after < before);
    ///
    /// // On a single cell one move is all it takes.
    /// assert_eq!(distances.of(&Board::empty(Size::MIN), Colour::Black), Some((2, 1)));
    /// ```
    pub fn of(&mut self, board: &Board, colour: Colour) -> Option<(u16, u16)> {
        self.read(board);
        self.find_potentials(colour)
    }

    fn fit(&mut self, size: Size) {
        self.size = size;
        let of = |cell: Cell| cell.neighbours(size).map(|next| next.index(size)).collect();
        self.neighbours = size.cells().map(of).collect();
    }

    fn read(&mut self, board: &Board) {
        if board.size() != self.size {
            self.fit(board.size());
        }
        self.work.stones.clear();
        self.work.stones.extend(board.cells().map(|(_, stone)| stone));
    }

    /// Fills in the potentials of a colour on the board that was read; the lowest one and how many cells have it.
    fn find_potentials(&mut self, colour: Colour) -> Option<(u16, u16)> {
        self.find_chains(colour);
        self.find_distances(colour, 0);
        self.find_distances(colour, 1);
        let work = &mut self.work;
        let (mut lowest, mut cells) = (FAR, 0);
        for (i, stone) in work.stones.iter().enumerate() {
            let potential = match stone {
                None => (work.distances[0][i] + work.distances[1][i]).min(FAR),
                Some(_) => FAR,
            };
            work.potentials[colour.index()][i] = potential;
            if potential < lowest {
                (lowest, cells) = (potential, 0);
            }
            cells += u16::from(potential == lowest);
        }
        (lowest < FAR).then_some((lowest, cells))
    }

    /// Finds the chains of a colour, what empty cells are beside them, and which edges they touch.
    fn find_chains(&mut self, colour: Colour) {
        const UNKNOWN: u16 = u16::MAX;
        let work = &mut self.work;
        let count = work.stones.len();
        work.chain_of[..count].fill(UNKNOWN);
        work.hit_by[..count].fill(UNKNOWN);
        work.at_edge.clear();
        for start in 0..count {
            if work.stones[start] != Some(colour) || work.chain_of[start] != UNKNOWN {
                continue;
            }
            let chain = work.at_edge.len();
            let number = short(chain);
            if work.liberties.len() == chain {
                work.liberties.push(Vec::new());
            }
            work.liberties[chain].clear();
            work.at_edge.push([false; 2]);
            work.chain_of[start] = number;
            work.open.push(short(start));
            while let Some(stone) = work.open.pop() {
                for edge in 0..2 {
                    work.at_edge[chain][edge] |= is_at_edge(self.size, colour, edge, usize::from(stone));
                }
                for &next in &self.neighbours[usize::from(stone)] {
                    let place = usize::from(next);
                    match work.stones[place] {
                        None if work.hit_by[place] != number => {
                            work.hit_by[place] = number;
                            work.liberties[chain].push(next);
                        }
                        Some(other) if other == colour && work.chain_of[place] == UNKNOWN => {
                            work.chain_of[place] = number;
                            work.open.push(next);
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// Fills in the distances of all empty cells from one of a colour's edges: 0 the top or left one, 1 the other.
    fn find_distances(&mut self, colour: Colour, edge: usize) {
        let work = &mut self.work;
        let count = work.stones.len();
        let distances = &mut work.distances[edge];
        distances[..count].fill(FAR);
        work.hits[..count].fill(0);
        work.hit_by[..count].fill(u16::MAX);
        work.queue.clear();
        for (cell, stone) in work.stones.iter().enumerate() {
            if stone.is_some() {
                continue;
            }
            let is_beside = is_at_edge(self.size, colour, edge, cell)
                || self.neighbours[cell].iter().any(|&next| {
                    work.stones[usize::from(next)] == Some(colour)
                        && work.at_edge[usize::from(work.chain_of[usize::from(next)])][edge]
                });
            if is_beside {
                distances[cell] = 1;
                work.hits[cell] = 2;
                work.queue.push(short(cell));
            }
        }
        // In the order of distances; who is hit for the second time has its own.
        let mut next_of_queue = 0;
        while let Some(&cell) = work.queue.get(next_of_queue) {
            next_of_queue += 1;
            let further = distances[usize::from(cell)] + 1;
            let mut hit = |target: u16| {
                let place = usize::from(target);
                if work.hits[place] < 2 && work.hit_by[place] != cell && target != cell {
                    work.hit_by[place] = cell;
                    work.hits[place] += 1;
                    if work.hits[place] == 2 {
                        distances[place] = further;
                        work.queue.push(target);
                    }
                }
            };
            for &next in &self.neighbours[usize::from(cell)] {
                match work.stones[usize::from(next)] {
                    None => hit(next),
                    Some(other) if other == colour => {
                        let chain = usize::from(work.chain_of[usize::from(next)]);
                        // Of a chain at the edge every liberty has its distance already.
                        if !work.at_edge[chain][edge] {
                            work.liberties[chain].iter().for_each(|&liberty| hit(liberty));
                        }
                    }
                    Some(_) => {}
                }
            }
        }
    }
}

impl Default for Distances {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator<Position> for Distances {
    /// A hundred for each step that the player is nearer than the opponent, less one for each cell that the opponent
    /// has more on the shortest ways; half a step for the move.
    fn evaluate(&mut self, position: &Position, seat: Seat) -> i32 {
        self.read(position.board());
        let [black, white] = Colour::ALL.map(|colour| self.find_potentials(colour));
        // Where neither has a way that the other cannot cut, neither is ahead.
        let far = |found: Option<(u16, u16)>| {
            found.map_or((40, 0), |(steps, cells)| (i32::from(steps), i32::from(cells)))
        };
        let ((black, black_cells), (white, white_cells)) = (far(black), far(white));
        let to_move = if position.seat_to_move() == seat { 50 } else { -50 };
        let for_black = 100 * (white - black) + (black_cells - white_cells);
        to_move + if position.colour_of(seat) == Some(Colour::Black) { for_black } else { -for_black }
    }

    fn order(&mut self, position: &Position, moves: &mut [Move]) {
        self.read(position.board());
        for colour in Colour::ALL {
            self.find_potentials(colour);
        }
        let [black, white] = &self.work.potentials;
        moves.sort_by_key(|mv| match mv {
            Move::Place(cell) => {
                let i = usize::from(cell.index(self.size));
                black[i] + white[i]
            }
            Move::Swap => 0,
        });
    }
}

fn is_at_edge(size: Size, colour: Colour, edge: usize, cell: usize) -> bool {
    let side = usize::from(size.get());
    let along = match colour {
        Colour::Black => cell / side,
        Colour::White => cell % side,
    };
    along == if edge == 0 { 0 } else { side - 1 }
}

fn short(index: usize) -> u16 {
    u16::try_from(index).expect("a board has at most 676 cells")
}
