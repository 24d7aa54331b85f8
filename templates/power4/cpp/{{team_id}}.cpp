// A Power Connect Four bot: one process a turn, team_no.txt and board.txt in, output.txt out. strategy.hpp chooses.
//
// The referee shows only the board, not which special disks are used, how many turns have passed, or that a new set
// has begun. One help file keeps that.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "strategy.hpp"
#include "team.hpp"

namespace fs = std::filesystem;

// The folder of this program, wherever it was started from.
static fs::path folder(const char *argv0)
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path(argv0).parent_path() : program.parent_path();
}

// All integers of a file, with any blanks and line ends between; none if it is missing.
static std::vector<int> numbers(const fs::path &path)
{
    std::ifstream file(path);
    std::vector<int> numbers;
    for (int number; file >> number;)
        numbers.push_back(number);
    return numbers;
}

static long checksum(const std::vector<int> &values)
{
    long sum = 0;
    for (std::size_t i = 0; i < values.size(); i++)
        sum += static_cast<long>(i + 1) * values[i];
    return sum;
}

// The position it was asked in last turn, and its answer.
struct Memory {
    Position asked;
    Drop answer{0, 0};
};

// None if the file is missing, damaged, or the other team's.
static std::optional<Memory> load_memory(const fs::path &path, int team)
{
    std::vector<int> values = numbers(path);
    if (values.size() != 51)
        return std::nullopt;
    const int check = values.back();
    values.pop_back();
    if (checksum(values) != check || values[0] != team)
        return std::nullopt;
    Memory memory;
    memory.asked.team = team;
    memory.asked.turns = values[1];
    std::copy_n(values.begin() + 2, 4, memory.asked.used.begin());
    memory.answer = {values[6], values[7]};
    std::copy_n(values.begin() + 8, CELLS, memory.asked.board.begin());
    const Drop answer = memory.answer;
    const bool good = answer.kind >= CLEAR_ROW && answer.kind <= NORMAL && answer.column >= 0 && answer.column < COLUMNS;
    return good ? std::optional(memory) : std::nullopt;
}

// If it fails, a turn without memory is better than no turn.
static void save_memory(const fs::path &path, const Position &asked, Drop answer)
{
    std::vector<int> values{asked.team, asked.turns};
    values.insert(values.end(), asked.used.begin(), asked.used.end());
    values.insert(values.end(), {answer.kind, answer.column});
    values.insert(values.end(), asked.board.begin(), asked.board.end());
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    for (int value : values)
        file << value << ' ';
    file << checksum(values);
}

// Whether a board has come from the one remembered by our drop and one of the opponent's; 2 if some drop of the
// opponent could have ended the set there.
static int is_next(const Memory &last, bool fall, const Board &board)
{
    const int team = last.asked.team, other = 3 - team;
    const auto mine = dropped(last.asked.board, team, last.answer, fall);
    if (!mine || has_four(*mine, team) || has_four(*mine, other))
        return 0;
    bool found = false, ends = false;
    for (int kind = CLEAR_ROW; kind <= NORMAL; kind++)
        for (int column = 0; column < COLUMNS; column++)
            if (const auto theirs = dropped(*mine, other, {kind, column}, fall)) {
                found = found || *theirs == board;
                ends = ends || has_four(*theirs, team) || has_four(*theirs, other);
            }
    return found ? 1 + ends : 0;
}

// Fills in turns and used, which no file of the contest says.
static void recall(const fs::path &here, Position &position)
{
    const std::vector<int> told = numbers(here / "moves.txt");
    if (told.size() == 5) { // variant memo: the referee says it
        position.turns = told[0];
        std::copy_n(told.begin() + 1, 4, position.used.begin());
        return;
    }
    const auto count = [&](int disk) { return std::count(position.board.begin(), position.board.end(), disk); };
    const auto own = count(position.team), others = count(3 - position.team), duals = count(BOTH);
    const bool opening = own == 0 && others + duals <= 1; // nothing there, or one drop of the opponent
    if (const auto last = load_memory(here / (std::string(TEAM_ID) + ".txt"), position.team)) {
        const int falling = is_next(*last, true, position.board);
        const int next = falling ? falling : is_next(*last, false, position.board);
        // The next turn of the same set; or the same turn again, since a failed try is not a turn.
        if (next || last->asked.board == position.board) {
            position.turns = last->asked.turns + (next > 0);
            position.used = last->asked.used;
            if (next && last->answer.kind != NORMAL)
                position.used[last->answer.kind - 1] = 1;
            // Rather a new set, if the opponent could have ended the last: the dual disk is owed again. Not to use
            // again what else was used is right in both.
            if (opening && next == 2 && position.used[DUAL - 1])
                position.turns = position.used[DUAL - 1] = 0;
            return;
        }
    }
    if (opening)
        return; // a new set
    // The memory is lost. Disks that clear leave no trace: better not use them again. If nothing was cleared, the
    // opponent has as many turns as we, or one more: so if it shows more disks of its own, the dual disk on the
    // board is ours.
    position.turns = static_cast<int>(own);
    position.used = {1, 1, 1, duals == 2 || (duals == 1 && others > own) || own >= 10};
}

int main(int argc, char **argv)
{
    const fs::path here = folder(argc > 0 ? argv[0] : "");
    const std::vector<int> team = numbers(here / "team_no.txt"), board = numbers(here / "board.txt");
    if (team.empty() || board.size() != CELLS) {
        std::cerr << "team_no.txt or board.txt is missing or malformed\n";
        return 1;
    }
    Position position;
    position.team = team[0];
    std::copy(board.begin(), board.end(), position.board.begin());
    recall(here, position);
    const Drop drop = choose(position);
    save_memory(here / (std::string(TEAM_ID) + ".txt"), position, drop);

    // Opening it empties the file first: nothing of an older answer stays behind.
    std::ofstream file(here / "output.txt", std::ios::binary | std::ios::trunc);
    file << drop.kind << ' ' << drop.column + 1;
    file.close();
    if (!file) {
        std::cerr << "output.txt cannot be written\n";
        return 1;
    }
    return 0;
}
