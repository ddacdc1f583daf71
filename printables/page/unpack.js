/* In an email the page comes pressed. Where it cannot be unpacked, the plain letter stands there as without a script. */
const unpack = async () => {
  const bytes = Uint8Array.from(atob(document.getElementById("packed")?.textContent ?? ""), (sign) => sign.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  const made = new DOMParser().parseFromString(text, "text/html");
  made.querySelectorAll("noscript").forEach((plain) => plain.remove());
  document.head.append(made.querySelector("style") ?? "");
  document.body.replaceWith(made.body);
  const script = document.createElement("script");
  script.textContent = [...document.scripts].at(-1)?.textContent ?? "";
  document.body.append(script);
};
unpack().catch(() => (document.body.innerHTML = document.querySelector("noscript")?.textContent ?? ""));
