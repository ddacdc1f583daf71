/** The door to the referee: a server on this machine, or the page around this one, which then has `postfox`. */

/** @type {{ask: (path: string, body: string) => Promise<any>, go: (path: string) => void, matches: () => Promise<any[]>}|null} */
export const around = (() => {
  try {
    return self === parent ? null : /** @type {any} */ (parent).postfox ?? null;
  } catch { return null; } // a page of another site
})();

/** What the referee says to something that is asked of it. Fails where nobody answers. @param {string} path @param {string} body @returns {Promise<any>} */
export const ask = async (path, body) => {
  if (around) return around.ask(path, body);
  const response = await fetch(path, { method: "POST", body });
  return response.ok ? response.json() : { refused: [await response.text()] };
};
/** To another page of the table; "" is this one anew. @param {string} path */
export const go = (path) => (around ? around.go(path) : path ? location.assign(path) : location.reload());
