// A forced win of the many over one of the few, who captures nothing on it: all stands of so many on the board decided,
// backwards from those in which the few cannot move, until the start is; then one answer to whatever the few can do.
// `python bench/way.py` writes board.h (the rules as numbers), compiles and runs this, and packs what it prints.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <unordered_map>
#include <vector>
typedef unsigned long long Set;
typedef uint32_t Number;
#include "board.h"  // POINTS, MANY, SYMMETRIES, TO, MANY_ENDS, FEW_ENDS, LEAPS, LEAP, START_MANY, START_FEW
using std::vector;

static const int BYTES = (POINTS + 7) / 8, NEVER = 255;
static const Set BOARD = (1ull << POINTS) - 1;
static Set images[SYMMETRIES][BYTES][256];
static Set back[POINTS];  // whence the many step to a point
static vector<Set> marks, groups, few_won, many_won, fresh;
static vector<Number> before;
static vector<uint8_t> turns;  // of the many that are left, the few to move; by group and point

static int low(Set set) { return __builtin_ctzll(set); }

static Set image(Set set, int by) {
  Set found = 0;
  for (int byte = 0; byte < BYTES; byte++) found |= images[by][byte][set >> 8 * byte & 255];
  return found;
}

static Number number(Set group) {
  Set word = group >> 6;
  Number found = before[word >> 3];
  for (Set one = word & ~7ull; one < word; one++) found += __builtin_popcountll(marks[one]);
  return found + __builtin_popcountll(marks[word] & ((1ull << (group & 63)) - 1));
}

// Where one of the few could capture.
static Set capturing(Set group) {
  Set free = BOARD & ~group, found = 0;
  for (Set left = free; left; left &= left - 1)
    for (int leap = 0, here = low(left); leap < LEAPS[here]; leap++)
      if (group >> LEAP[here][leap][0] & free >> LEAP[here][leap][1] & 1) found |= 1ull << here;
  return found;
}

static void number_groups() {
  marks.assign((1ull << POINTS) / 64, 0);
  for (Set group = (1ull << MANY) - 1; group <= BOARD;) {
    bool least = true;
    for (int by = 1; by < SYMMETRIES && least; by++) least = image(group, by) >= group;
    if (least) marks[group >> 6] |= 1ull << (group & 63), groups.push_back(group);
    Set lowest = group & -group, ripple = group + lowest;
    group = (((ripple ^ group) >> 2) / lowest) | ripple;
  }
  Number count = 0;
  before.resize(marks.size() / 8 + 1);
  for (size_t word = 0; word < marks.size(); word++) {
    if (!(word & 7)) before[word >> 3] = count;
    count += __builtin_popcountll(marks[word]);
  }
}

// Position as the file has it: the least image of the group, then the least of the one of the few.
static Set least(Set group, int few) {
  Set best = ~0ull;
  for (int by = 0; by < SYMMETRIES; by++) best = std::min(best, image(group, by) << 6 | TO[by][few]);
  return best;
}

static int left(Set position) { return turns[(size_t)number(position >> 6) * POINTS + (position & 63)]; }

struct News {
  Set group, few;
};

// Round after round: what leads to what is decided, told to where it can come from.
static void decide() {
  vector<Number> front, asked;
  vector<Set> told((groups.size() + 63) / 64);
  vector<News> news;
  for (size_t at = 0; at < groups.size(); at++) {
    Set free = BOARD & ~groups[at], stuck = 0;
    for (Set rest = free; rest; rest &= rest - 1)
      if (!(FEW_ENDS[low(rest)] & free)) stuck |= rest & -rest;
    if (!stuck || !(stuck &= ~capturing(groups[at]))) continue;
    few_won[at] = fresh[at] = stuck;
    front.push_back(at);
    for (; stuck; stuck &= stuck - 1) turns[at * POINTS + low(stuck)] = 0;
  }
  Set start = least(START_MANY, START_FEW);
  for (int round = 1; !front.empty() && left(start) == NEVER && round < NEVER; round++) {
    asked.clear();
    for (size_t place = 0; place < front.size();) {
      news.clear();
      for (; place < front.size() && news.size() < 256; place++) {
        Set group = groups[front[place]], won = fresh[front[place]], all[SYMMETRIES];
        fresh[front[place]] = 0;
        for (int by = 0; by < SYMMETRIES; by++) all[by] = image(group, by);
        for (Set movers = group; movers; movers &= movers - 1)
          for (Set origins = back[low(movers)] & ~group; origins; origins &= origins - 1) {
            int there = low(movers), here = low(origins);
            Set rest = won & ~(1ull << here), best = ~0ull;
            if (!rest) continue;
            for (int by = 0; by < SYMMETRIES; by++)
              best = std::min(best, all[by] ^ 1ull << TO[by][there] ^ 1ull << TO[by][here]);
            for (int by = 0; by < SYMMETRIES; by++)
              if (best == (all[by] ^ 1ull << TO[by][there] ^ 1ull << TO[by][here]))
                news.push_back({best, image(rest, by)});
            __builtin_prefetch(&marks[best >> 6]);
            __builtin_prefetch(&before[best >> 9]);
          }
      }
      for (News &one : news) __builtin_prefetch(&many_won[one.group = number(one.group)]);
      for (News &one : news) {
        if (!(one.few & ~many_won[one.group])) continue;
        many_won[one.group] |= one.few;
        if (told[one.group >> 6] >> (one.group & 63) & 1) continue;
        told[one.group >> 6] |= 1ull << (one.group & 63);
        asked.push_back(one.group);
      }
    }
    front.clear();
    for (Number at : asked) {
      told[at >> 6] = 0;
      Set free = BOARD & ~groups[at], found = 0;
      for (Set rest = free & ~few_won[at]; rest; rest &= rest - 1)
        if (!(FEW_ENDS[low(rest)] & free & ~many_won[at])) found |= rest & -rest;
      if (!found || !(found &= ~capturing(groups[at]))) continue;
      few_won[at] |= found, fresh[at] = found;
      front.push_back(at);
      for (; found; found &= found - 1) turns[(size_t)at * POINTS + low(found)] = round;
    }
    fprintf(stderr, "%d turns: %zu groups have news\n", round, front.size());
  }
}

// The start, and after each reply one step to where fewer turns are left: to where another line comes, if that is one.
static void choose() {
  Set start = least(START_MANY, START_FEW);
  std::unordered_map<Set, int> kept;
  vector<vector<Set>> by_turns(NEVER);
  auto keep = [&](Set position, int turns) {
    if (kept.emplace(position, turns).second) by_turns[turns].push_back(position);
  };
  if (left(start) != NEVER) keep(start, left(start));
  for (int most = NEVER - 1; most; most--)
    for (size_t place = 0; place < by_turns[most].size(); place++) {
      Set group = by_turns[most][place] >> 6;
      for (Set ends = FEW_ENDS[by_turns[most][place] & 63] & ~group; ends; ends &= ends - 1) {
        int few = low(ends), fewest = NEVER;
        Set best = 0;
        bool known = false;
        for (Set movers = group; movers; movers &= movers - 1)
          for (Set to = MANY_ENDS[low(movers)] & ~group & ~(ends & -ends); to; to &= to - 1) {
            Set after = least((group & ~(movers & -movers)) | (to & -to), few);
            int soon = left(after);
            bool there = kept.count(after);
            if (soon < most && (there > known || (there == known && soon < fewest)))
              best = after, fewest = soon, known = there;
          }
        keep(best, fewest);
      }
    }
  vector<std::pair<Set, int>> sorted(kept.begin(), kept.end());
  std::sort(sorted.begin(), sorted.end());
  for (auto &one : sorted) printf("%llx %d\n", one.first, one.second);
}

int main() {
  for (int by = 0; by < SYMMETRIES; by++)
    for (int byte = 0; byte < BYTES; byte++)
      for (int value = 0; value < 256; value++)
        for (int bit = 0; bit < 8 && 8 * byte + bit < POINTS; bit++)
          if (value >> bit & 1) images[by][byte][value] |= 1ull << TO[by][8 * byte + bit];
  for (int here = 0; here < POINTS; here++)
    for (Set ends = MANY_ENDS[here]; ends; ends &= ends - 1) back[low(ends)] |= 1ull << here;
  number_groups();
  few_won.resize(groups.size()), many_won.resize(groups.size()), fresh.resize(groups.size());
  turns.assign(groups.size() * POINTS, NEVER);
  decide();
  choose();
}
