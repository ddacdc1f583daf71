/** The front page: all it needs is what every page of the site has. */
import "./client.js";

document.documentElement.dataset.ready = performance.now().toFixed(0);
