/* What a player may tap next, from a declaration of choices (adjudicator/choices.py). Knows no game.

   Orders are values: `begin` makes one without a tap, `tap` and `undo` make others of it, and none ever changes.
   Inside, a machine for each kind of choice has `starts()` (states), `next(state)` (the taps that can still be
   completed, each with the states it leads to) and `ends(state)` (what is said if the order may end there, or null). */

/** @typedef {"piece" | "place" | "die" | "direction" | "word" | "number"} Kind */
/** A tap that is open: a number has the range that it may be chosen from.
 *  @typedef {{kind: Kind, text: string, from?: number, to?: number}} Tap */
/** @typedef {{key: string, fields: Record<string, string | number>}} Asked */
/** @typedef {{key: string, more?: string, needs?: number, fields?: Record<string, string | number>}} Ask */
/** @typedef {Partial<Record<Kind, any[]>>} Taps */
/** @typedef {{kind: "list", taps: Taps, says: string[], nodes: number[][], ask?: Ask}} Listed */
/** @typedef {{kind: "any", of: Choice[]}} OneOf */
/** @typedef {{kind: "seq", of: Choice[], say?: string}} InTurn */
/** @typedef {{kind: "pick", taps: Taps, least: number, most: number, ask?: Ask}} Pick */
/** @typedef {{kind: "walk", ground: string, start: string, steps: number, shut: string[], say?: string, ask?: Ask}} Walk */
/** @typedef {{kind: "chain", ground: string, movers: string[], prey: string[], free: string[], must?: boolean,
 *             again?: boolean, say?: string, ask?: Ask}} Chain */
/** @typedef {Listed | OneOf | InTurn | Pick | Walk | Chain} Choice */
/** @typedef {{places: string[], near: number[][]}} Ground */
/** @typedef {Record<string, Ground>} Grounds */
/** @typedef {any} State */
/** @typedef {{tap: Tap, to: (text: string) => State[]}} Edge */
/** @typedef {{starts: () => State[], next: (s: State) => Edge[], ends: (s: State) => string | null,
 *             ask: (s: State) => Asked}} Machine */
/** An order as it is tapped together. `text`: its lines for the move file, "" where it cannot end here; `next`: what
 *  may be tapped now, nothing where it is whole; `ask`: what is asked for; `before`: the order without the last tap.
 *  @typedef {{taps: readonly Tap[], next: readonly Tap[], text: string, ask: Asked | null, before: Order | null,
 *             machine: Machine, states: State[]}} Order */

/** The text that a template makes: {0} is a part, {*-} all of them, joined by a dash ({*}: by a space).
 *  @param {string} say @param {string[]} parts */
const said = (say, parts) =>
  say.replace(/\{(?:(\d+)|\*([^}]*))\}/g, (_, number, by) => (number ? parts[+number] : parts.join(by || " ")));

/** @param {Taps} taps @returns {Tap[]} */
const opened = (taps) =>
  Object.entries(taps).flatMap(([kind, all]) =>
    all.map((one) => (kind === "number" ? { kind, text: "", from: one[0], to: one[1] } : { kind: /** @type {Kind} */ (kind), text: one })));

/** @param {Tap} tap @param {string} text */
const means = (tap, text) =>
  tap.kind === "number" ? /^\d+$/.test(text) && String(+text) === text && +text >= (tap.from ?? 0) && +text <= (tap.to ?? 0) : tap.text === text;

/** What is asked after some taps of a choice; no key: what its taps ask.
 *  @param {Ask | undefined} ask @param {string[]} way @returns {Asked} */
const asked = (ask, way) => ({
  key: (way.length ? ask?.more : ask?.key) ?? "",
  fields: { ...ask?.fields, left: (ask?.needs ?? 0) - way.length, at: way[way.length - 1] ?? "" },
});

/** @param {Listed} c @returns {Machine} */
const list = (c) => {
  const taps = opened(c.taps);
  return {
    starts: () => [{ at: 0, way: [] }],
    next: ({ at, way }) => {
      const edges = [], node = c.nodes[at];
      for (let i = 1; i < node.length; i += 2) {
        const to = node[i + 1];
        edges.push({ tap: taps[node[i]], to: (/** @type {string} */ text) => [{ at: to, way: [...way, text] }] });
      }
      return edges;
    },
    ends: ({ at, way }) => (c.nodes[at][0] < 0 ? null : said(c.says[c.nodes[at][0]], way)),
    ask: ({ way }) => asked(c.ask, way),
  };
};

/** @param {OneOf} c @param {Grounds} grounds @returns {Machine} */
const any = (c, grounds) => {
  const of = c.of.map((one) => machine(one, grounds));
  const all = (/** @type {number} */ i, /** @type {State[]} */ states) => states.map((s) => ({ i, s }));
  return {
    starts: () => of.flatMap((one, i) => all(i, one.starts())),
    next: ({ i, s }) => of[i].next(s).map(({ tap, to }) => ({ tap, to: (text) => all(i, to(text)) })),
    ends: ({ i, s }) => of[i].ends(s),
    ask: ({ i, s }) => of[i].ask(s),
  };
};

/** A state that may end goes on in the next choice as well. @param {InTurn} c @param {Grounds} grounds @returns {Machine} */
const seq = (c, grounds) => {
  const of = c.of.map((one) => machine(one, grounds));
  /** @param {number} i @param {State[]} states @param {string[]} parts @returns {State[]} */
  const on = (i, states, parts) =>
    states.flatMap((s) => {
      const text = i + 1 < of.length ? of[i].ends(s) : null;
      return text === null ? [{ i, s, parts }] : [{ i, s, parts }, ...on(i + 1, of[i + 1].starts(), [...parts, text])];
    });
  return {
    starts: () => on(0, of[0].starts(), []),
    next: ({ i, s, parts }) => of[i].next(s).map(({ tap, to }) => ({ tap, to: (text) => on(i, to(text), parts) })),
    ends: ({ i, s, parts }) => {
      const text = i + 1 === of.length ? of[i].ends(s) : null;
      return text === null ? null : said(c.say ?? "{*}", [...parts, text]);
    },
    ask: ({ i, s }) => of[i].ask(s),
  };
};

/** @param {Pick} c @returns {Machine} */
const pick = (c) => {
  const taps = opened(c.taps);
  const texts = (/** @type {number[]} */ s) => s.map((i) => taps[i].text);
  return {
    starts: () => [[]],
    next: (s) =>
      s.length === c.most ? [] : taps.flatMap((tap, i) =>
        s.includes(i) ? [] : [{ tap, to: () => [[...s, i].sort((a, b) => a - b)] }]),
    ends: (s) => (s.length >= c.least ? said("{*}", texts(s)) : null),
    ask: (s) => asked(c.ask, texts(s)),
  };
};

/** A way of exactly so many steps, no place twice. Looking for one is hard in general; two facts keep it quick: places
 *  out of reach of the steps left do not matter, and a place with the same others still in reach is the same question,
 *  which is answered from memory. @param {Walk} c @param {Grounds} grounds @returns {Machine} */
const walk = (c, grounds) => {
  const { places, near } = grounds[c.ground], number = new Map(places.map((name, i) => [name, i]));
  const open = Uint8Array.from(places, () => 1), dead = new Set();
  for (const name of [c.start, ...c.shut]) open[/** @type {number} */ (number.get(name))] = 0;
  /** @typedef {{at: number, free: Uint8Array, left: number}} Question */
  /** @param {Question} q @param {number} to @returns {Question} */
  const entered = ({ free, left }, to) => {
    const then = free.slice();
    then[to] = 0;
    return { at: to, free: then, left: left - 1 };
  };
  /** The places that can be entered in the steps left. @param {Question} q */
  const reach = ({ at, free, left }) => {
    const seen = new Uint8Array(places.length);
    let count = 0, edge = [at];
    for (; left > 0 && edge.length; left--) {
      const further = [];
      for (const here of edge) for (const to of near[here]) if (free[to] && !seen[to]) seen[to] = 1, count++, further.push(to);
      edge = further;
    }
    return { seen, count };
  };
  /** @param {Question} q @returns {boolean} */
  const alive = (q) => {
    if (!q.left) return true;
    const { seen, count } = reach(q);
    if (count < q.left) return false;
    const question = `${q.at} ${q.left} ${seen.join("")}`;
    if (dead.has(question)) return false;
    // The place with the fewest ways on first: it is the hardest to come back to.
    const ways = (/** @type {number} */ to) => near[to].reduce((sum, end) => sum + seen[end], 0);
    const ends = near[q.at].filter((to) => q.free[to]).map((to) => [ways(to), to]).sort((a, b) => a[0] - b[0]);
    if (ends.some(([, to]) => alive(entered({ ...q, free: seen }, to)))) return true;
    dead.add(question);
    return false;
  };
  const first = { q: { at: /** @type {number} */ (number.get(c.start)), free: open, left: c.steps }, way: [] };
  return {
    starts: () => (alive(first.q) ? [first] : []),
    next: ({ q, way }) =>
      !q.left ? [] : near[q.at].filter((to) => q.free[to]).map((to) => ({ q: entered(q, to), way: [...way, places[to]] }))
        .filter((s) => alive(s.q)).map((s) => ({ tap: { kind: "place", text: places[s.q.at] }, to: () => [s] })),
    ends: ({ q, way }) => (q.left ? null : said(c.say ?? "{*}", way)),
    ask: ({ way }) => asked(c.ask, way),
  };
};

/** @param {Chain} c @param {Grounds} grounds @returns {Machine} */
const chain = (c, grounds) => {
  const { places, near } = grounds[c.ground], prey = new Set(c.prey), free = new Set(c.free);
  const number = new Map(places.map((name, i) => [name, i]));
  /** @typedef {{way: string[], made: string[], gone: string[]}} Leaps */
  /** @param {Leaps} s @returns {Leaps[]} */
  const onward = ({ way, made, gone }) => {
    const out = [], at = way[way.length - 1], row = near[/** @type {number} */ (number.get(at))];
    for (let i = 0; i < row.length; i += 2) {
      const over = places[row[i]], to = places[row[i + 1]], leap = `${at} ${over} ${to}`;
      if (!prey.has(over) || gone.includes(over) || made.includes(leap)) continue;
      if (!free.has(to) && to !== way[0] && !gone.includes(to)) continue;
      out.push({ way: [...way, to], made: [...made, leap], gone: c.again ? [] : [...gone, over] });
    }
    return out;
  };
  const movers = c.movers.map((at) => ({ way: [at], made: [], gone: [] })).filter((s) => onward(s).length);
  return {
    starts: () => (movers.length ? [{ way: [], made: [], gone: [] }] : []),
    next: (s) =>
      (s.way.length ? onward(s) : movers).map((t) => ({
        tap: { kind: t.made.length ? "place" : "piece", text: t.way[t.way.length - 1] }, to: () => [t] })),
    ends: (s) => (s.made.length && !(c.must && onward(s).length) ? said(c.say ?? "{*x}", s.way) : null),
    ask: ({ way }) => asked(c.ask, way),
  };
};

/** @param {Choice} c @param {Grounds} grounds @returns {Machine} */
const machine = (c, grounds) => {
  const made = { list, any, seq, pick, walk, chain }[c.kind];
  return made(/** @type {any} */ (c), grounds);
};

/** What is asked where the choice says nothing: by the kinds of taps that are open. */
const KINDS = ["piece", "place", "die", "direction", "number", "word"];

/** @param {Machine} made @param {State[]} states @param {Tap[]} taps @param {Order | null} before @returns {Order} */
const order = (made, states, taps, before) => {
  /** @type {Map<string, Tap>} */
  const next = new Map();
  /** @type {Asked | null} */
  let ask = null, text = "";
  for (const s of states) {
    const edges = made.next(s);
    for (const { tap: one } of edges) next.set(`${one.kind} ${one.text} ${one.from} ${one.to}`, one);
    if (edges.length && !ask?.key) ask = made.ask(s);
    text ||= made.ends(s) ?? "";
  }
  const open = [...next.values()], kinds = KINDS.filter((kind) => open.some((one) => one.kind === kind));
  ask = ask && { key: ask.key || kinds.join("-"), fields: ask.fields };
  return Object.freeze({ taps, next: open, text, ask, before, machine: made, states });
};

/** An order without a tap. @param {Choice} choice @param {Grounds} grounds @returns {Order} */
export const begin = (choice, grounds = {}) => {
  const made = machine(choice, grounds);
  return order(made, made.starts(), [], null);
};

/** The order with one more tap, one of `next` by its text (of a number, any of its range); null for any other.
 *  A direction that is the only one is taken along. @param {Order} from @param {string} text @returns {Order | null} */
export const tap = (from, text) => {
  const edges = from.states.flatMap((s) => from.machine.next(s)).filter((edge) => means(edge.tap, text));
  if (!edges.length) return null;
  const made = order(from.machine, edges.flatMap((edge) => edge.to(text)), [...from.taps, { kind: edges[0].tap.kind, text }], from);
  const [lone, ...others] = made.next;
  return !made.text && lone.kind === "direction" && !others.length
    ? Object.freeze({ .../** @type {Order} */ (tap(made, lone.text)), before: from })
    : made;
};

/** The order without its last tap. @param {Order} from @returns {Order} */
export const undo = (from) => from.before ?? from;

/** What is asked for, in words. `asks`: by key, texts with {fields} for zero, one and other, chosen by a field;
 *  `names`: of places that have other names than their ids.
 *  @param {{asks: Record<string, Record<string, string>>}} words
 *  @param {Asked | null} asking @param {Record<string, string>} names @returns {string} */
export const question = ({ asks }, asking, names = {}) => {
  const known = asking && [asking.key, ...asking.key.split("-")].find((key) => asks[key]);
  if (!asking || !known) return "";
  const forms = asks[known], count = asking.fields[forms.by ?? "count"];
  const form = (count === 0 && forms.zero) || (count === 1 && forms.one) || forms.other;
  return form.replace(/\{([a-z_]+)\}/g, (_, name) => names[asking.fields[name]] ?? String(asking.fields[name] ?? ""));
};
