/** The page's only style sheet. Light and dark by the reader's setting; on paper every result and the evidence of failures. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1c1b19; --muted: #625f58; --line: #e0dcd2; --link: #1d4f91;
  --good: #1b6b3a; --good-soft: #e4f2e8; --bad: #a8231c; --bad-soft: #fbe9e7; --warn: #7d5200; --warn-soft: #fbf0d9;
  --code: #f3f1ea; --still: #b3aea2;
}
@media (prefers-color-scheme: dark) { :root {
  --paper: #16171a; --card: #1e2024; --ink: #e9e7e2; --muted: #a5a29a; --line: #34363b; --link: #8ab8f2;
  --good: #7fd09a; --good-soft: #1c3425; --bad: #ff9a90; --bad-soft: #41201e; --warn: #f0c36a; --warn-soft: #3a2f17;
  --code: #26282d; --still: #5a5d64;
} }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4, p, ul, ol, dl, dd { margin: 0; }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -0.015em; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 .75rem; }
h3 { font-size: 1rem; line-height: 1.4; }
h4 { font-size: 1rem; }
.part { font-size: .8rem; font-weight: 700; margin: .9rem 0 .25rem; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.muted { color: var(--muted); }
th code { margin-left: .4rem; }
.scroll { position: relative; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; }
.kicker { color: var(--muted); font-size: .9rem; margin-bottom: .25rem; }
section, nav { margin-top: 3rem; }

.verdict { display: flex; gap: 1rem; align-items: center; margin: 1.5rem 0; padding: 1.1rem 1.25rem; border-radius: .6rem;
  border: 1px solid currentColor; }
.verdict p { color: var(--ink); }
.verdict b { font-size: 1.3rem; line-height: 1.3; }
.stamp { display: grid; place-items: center; flex: none; width: 3rem; height: 3rem; border-radius: 50%;
  border: 2px solid currentColor; font-size: 1.5rem; font-weight: 700; }
.verdict.conformant { color: var(--good); background: var(--good-soft); }
.verdict.non-conformant { color: var(--bad); background: var(--bad-soft); }
.verdict.partly-judged, .verdict.not-judged { color: var(--warn); background: var(--warn-soft); }
.warning { color: var(--warn); font-weight: 600; margin-bottom: 1.5rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .9rem 2rem; }
.facts dt { color: var(--muted); font-size: .85rem; }

.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; background: var(--card); font-size: .95rem; }
th, td { text-align: left; padding: .5rem .75rem; border-bottom: 1px solid var(--line); vertical-align: middle; overflow-wrap: normal; }
thead th { color: var(--muted); font-weight: 500; font-size: .85rem; border-bottom-color: var(--still); }
tbody th { font-weight: 500; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.zero, td.not-applicable { color: var(--muted); }
td.pass { color: var(--good); } td.fail { color: var(--bad); font-weight: 700; }
td.error, td.inconclusive, td.not-exercised { color: var(--warn); }
td.wide { width: 22%; min-width: 7rem; }
svg { display: block; width: 100%; height: .55rem; border-radius: .3rem; background: var(--line); }
rect.pass { fill: var(--good); } rect.fail { fill: var(--bad); }
rect.not-exercised, rect.inconclusive, rect.error { fill: var(--warn); }
rect.plain { fill: var(--link); }

.outcome { font-weight: 600; white-space: nowrap; }
.outcome.pass { color: var(--good); } .outcome.fail, span.fail { color: var(--bad); }
.outcome.not-exercised, .outcome.inconclusive, .outcome.error { color: var(--warn); }
.outcome.not-applicable { color: var(--muted); font-weight: 500; }
.level { font-weight: 600; }
section > h3 { margin: 1.75rem 0 .5rem; }
section > p { margin-bottom: .75rem; color: var(--muted); }
.failures { padding: 0; list-style: none; }
.failures li { padding: .3rem 0; }
section > details { margin-top: 1rem; }
.causes { padding-left: 1.5rem; }
.causes > li { padding: .4rem 0; }
.meanings { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; padding: .75rem 0; }

.contents { padding: 0; list-style: none; }
.contents li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }
.contents span { font-size: .9rem; }
.contents svg { flex-basis: 100%; margin-top: .25rem; height: .35rem; }
.filter { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem 1.25rem; margin-top: 3rem; padding: .85rem 1rem;
  background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
.filter[hidden] { display: none; }
.filter label { display: grid; gap: .15rem; font-size: .85rem; color: var(--muted); }
.filter label:first-child { flex: 1 1 16rem; }
.filter input, .filter select { font: inherit; font-size: 1rem; padding: .35rem .5rem; color: var(--ink); background: var(--paper);
  border: 1px solid var(--muted); border-radius: .35rem; width: 100%; }
.mark { display: inline-block; min-width: 1.25em; }
.mark.pass { color: var(--good); } .mark.fail { color: var(--bad); } .mark.not-exercised { color: var(--muted); }
.mark.partly, .mark.inconclusive, .mark.error { color: var(--warn); }
.clause > h2 { padding-bottom: .5rem; border-bottom: 2px solid var(--ink); }
.rule { padding: 1rem 0; border-bottom: 1px solid var(--line); }
.rule header p { font-size: .9rem; }
.passes { list-style: none; padding: 0; margin-top: .4rem; font-size: .925rem; display: grid; gap: .15rem 2rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); }
.about { font-size: .925rem; }
.about dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; padding: .2rem 0 .4rem; }
.about dt, .about summary { color: var(--muted); }
.elsewhere { margin-top: .25rem; font-size: .925rem; }
.cited { font-size: .85rem; margin-left: .35rem; }
.other { margin-top: .5rem; font-size: .925rem; }

.failure { margin-top: .75rem; padding: 1rem 1.25rem; background: var(--card); border: 1px solid var(--bad); border-radius: .6rem; }
.failure dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.25rem; margin: .6rem 0; }
.failure dt { color: var(--muted); }
.failure details + details { margin-top: .25rem; }
details > summary { cursor: pointer; padding: .25rem 0; }
section > details { border-bottom: 1px solid var(--line); }
.exchange { padding: 0 0 1rem; }
pre { margin: 0; padding: .7rem .85rem; background: var(--code); border-radius: .4rem; white-space: pre-wrap; overflow-wrap: anywhere;
  max-height: 26rem; overflow-y: auto; font-size: .82rem; }
.field { color: var(--muted); }
.curl { user-select: all; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--muted); font-size: .9rem; }

@media (max-width: 36rem) {
  body { padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.6rem; }
  .verdict { align-items: flex-start; }
  th, td { padding: .45rem .4rem; }
  thead th { font-size: .75rem; }
  .wide { display: none; }
  .stamp { width: 2.25rem; height: 2.25rem; font-size: 1.1rem; }
  .failure { padding: .85rem; }
  .failure dl, .meanings { grid-template-columns: 1fr; gap: 0; }
  .failure dd, .meanings dd { margin-bottom: .5rem; }
}
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --muted: #444; --line: #ccc; --link: #000; --code: #f4f4f4;
    --good: #14532d; --good-soft: #fff; --bad: #8c1a14; --bad-soft: #fff; --warn: #5c3d00; --warn-soft: #fff; --still: #999; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  /* What holds is on paper in the clauses and the statements: rule by rule it would be dozens of pages, its evidence hundreds. */
  .evidence, .cited, .skip, .filter, .rules, .costs, .judges, details:not([open]) > .exchange { display: none; }
  .statements::details-content, .reasons::details-content { content-visibility: visible; block-size: auto; }
  .clause:not(:has(.failure)) { display: none; }
  section, nav { margin-top: 1.5rem; }
  table { font-size: 8.5pt; line-height: 1.35; }
  th, td, thead th { padding: .15rem .5rem; font-size: 8.5pt; }
  pre { max-height: none; overflow: visible; }
  h2, h3, h4, .part, summary { break-after: avoid; }
  .failure, .verdict, tr { break-inside: avoid-page; }
}
`;

/** SHA-256 of the style sheet, for the page's policy; a test keeps it true. */
export const STYLE_HASH = 'sha256-+HB4z+IOyCWcKD3QwQ95r1AT6XAkzP9D/i/iI5qjHyI=';
