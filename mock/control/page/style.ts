/** The page's only style sheet, light and dark by the reader's setting; colours are kin to those of the report. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f7f5f0; --card: #ffffff; --ink: #1c1b19; --muted: #5f5c55; --line: #dfdacf; --edge: #8a857a; --link: #1d4f91;
  --good: #1b6b3a; --bad: #a8231c; --warn: #7d5200; --move: #5b3a97;
  --good-soft: #e2f1e7; --bad-soft: #fbe7e4; --warn-soft: #fbeed2; --move-soft: #ece5f8; --link-soft: #e3ecf8; --code: #f3f1ea;
  --on: #ffffff;
}
@media (prefers-color-scheme: dark) { :root {
  --paper: #141518; --card: #1c1e22; --ink: #e9e7e2; --muted: #a8a59d; --line: #33353b; --edge: #787b83; --link: #8ab8f2;
  --good: #7fd09a; --bad: #ff9a90; --warn: #f0c36a; --move: #c4a8f5;
  --good-soft: #1b3325; --bad-soft: #40201e; --warn-soft: #392e17; --move-soft: #2d2542; --link-soft: #1d2c42; --code: #25272c;
  --on: #10141b;
} }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { overflow-y: scroll; }
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: .9375rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
h1, h2, h3, p, ul, ol, dl, dd, pre, fieldset { margin: 0; padding: 0; }
h2 { font-size: 1.05rem; line-height: 1.35; }
h3 { font-size: .9375rem; margin: 1.25rem 0 .4rem; }
a { color: var(--link); }
code, pre, .method, .target, .rule, .id { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.muted { color: var(--muted); }
.good { color: var(--good); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip { position: absolute; left: -100vw; z-index: 3; }
.skip:focus { left: .5rem; top: .5rem; background: var(--card); padding: .5rem 1rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
main:focus { outline: none; }

button, .button, input, select, textarea { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge);
  border-radius: .4rem; padding: .3rem .7rem; min-height: 2.1rem; }
button, .button { cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; justify-content: center; white-space: nowrap; }
button:hover, .button:hover { border-color: var(--ink); }
button:disabled { opacity: .5; cursor: default; }
button.main { background: var(--link); border-color: var(--link); color: var(--on); font-weight: 600; }
button.danger:not(:disabled) { color: var(--bad); border-color: currentColor; }
button[aria-pressed='true'] { background: var(--ink); border-color: var(--ink); color: var(--paper); }
input[type='checkbox'], input[type='radio'] { min-height: 0; width: 1rem; height: 1rem; margin: 0; accent-color: var(--link); flex: none; }
input[type='search'] { flex: 1 1 14rem; min-width: 0; }
input[type='number'] { width: 7rem; }
::placeholder { color: var(--muted); opacity: 1; }
textarea { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; display: block; width: 100%; margin: .35rem 0 .75rem; padding: .75rem; resize: vertical; tab-size: 2; }
.chip { border-radius: 2rem; }
.bar, .group { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; }
.bar { margin-bottom: .75rem; }
.bar > label, .group > label { display: inline-flex; align-items: center; gap: .4rem; }
.end { margin-left: auto; }
.empty { color: var(--muted); padding: 2.5rem 1rem; text-align: center; }
.plain { list-style: none; }

.top { position: sticky; top: 0; z-index: 2; display: grid; grid-template-columns: auto auto 1fr auto; align-items: center; gap: 0 1rem;
  padding: .6rem 1.25rem 0; background: var(--card); border-bottom: 1px solid var(--line); }
.top h1 { white-space: nowrap; display: flex; align-items: center; gap: .55rem; font-size: 1.05rem; letter-spacing: -.01em; }
.logo { width: 1.6rem; height: 1.6rem; flex: none; }
.logo rect { fill: var(--link); }
.logo path { fill: none; stroke: var(--on); stroke-width: 1.9; stroke-linecap: round; stroke-linejoin: round; }
.tenant { grid-column: 4; color: var(--muted); display: flex; align-items: center; gap: .5rem; }
.tenant select { color: var(--ink); max-width: 12rem; }
#live { display: flex; align-items: center; gap: .4rem; font-size: .8125rem; color: var(--muted); }
#live::before { content: ''; width: .55rem; height: .55rem; border-radius: 50%; background: var(--edge); }
#live.on { color: var(--good); } #live.on::before { background: var(--good); }
#live.off { color: var(--bad); } #live.off::before { background: var(--bad); }
nav { grid-column: 1 / -1; display: flex; gap: .25rem; margin: .35rem -.75rem 0; overflow-x: auto; scrollbar-width: none; }
nav a { padding: .5rem .75rem; color: var(--muted); text-decoration: none; border-bottom: 2px solid transparent; white-space: nowrap; }
nav a:hover { color: var(--ink); }
nav a:focus-visible { outline-offset: -3px; }
nav .on { display: inline-block; min-width: 1.25rem; margin-left: .4rem; padding: 0 .35rem; border-radius: 1rem; font-size: .75rem; line-height: 1.25rem;
  text-align: center; font-weight: 600; color: var(--bad); background: var(--bad-soft); }
nav a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--link); }
main { max-width: 96rem; margin: 0 auto; padding: 1.25rem; }

.split { display: grid; grid-template-columns: minmax(0, 11fr) minmax(0, 9fr); gap: 1.25rem; align-items: start; }
.total { font-size: .875rem; }
.log, #detail, .records, .deviations, .scroll, fieldset { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
.log { list-style: none; overflow: hidden; }
.log:empty { display: none; }
.log li + li { border-top: 1px solid var(--line); }
.log li { content-visibility: auto; contain-intrinsic-size: auto 2.6rem; }
.log button { display: grid; grid-template-columns: 4.2rem minmax(0, 1fr) auto 3.4rem 4.2rem; align-items: center; gap: .6rem; width: 100%;
  padding: .45rem .8rem; border: 0; border-radius: 0; text-align: left; background: none; min-height: 2.6rem; white-space: normal; }
.log button:hover { background: var(--code); }
.log button:focus-visible { outline-offset: -2px; }
.log button[aria-current] { background: var(--link-soft); box-shadow: inset 3px 0 var(--link); }
.log .target { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.log .when { color: var(--muted); font-size: .8125rem; line-height: 1.3; font-variant-numeric: tabular-nums; text-align: right; }
.log .when > * { display: block; }
.method { font-weight: 700; }
.marks { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: .3rem; align-items: center; }
.rule { color: var(--muted); }
.mark { font-size: .75rem; padding: 0 .45rem; border-radius: 1rem; background: var(--code); border: 1px solid var(--line); }
.mark.chaos { color: var(--move); background: var(--move-soft); border-color: transparent; }
.mark.near { color: var(--warn); background: var(--warn-soft); border-color: transparent; }
.status { font-weight: 700; font-size: .8125rem; text-align: center; border-radius: .35rem; padding: .05rem .45rem; font-variant-numeric: tabular-nums; }
.status.s2 { color: var(--good); background: var(--good-soft); }
.status.s3 { color: var(--link); background: var(--link-soft); }
.status.s4 { color: var(--warn); background: var(--warn-soft); }
.status.s5 { color: var(--bad); background: var(--bad-soft); }

#detail { position: sticky; top: 6.6rem; max-height: calc(100vh - 7.8rem); overflow-y: auto; padding: 1rem 1.1rem; }
#detail header { display: flex; flex-direction: column; gap: .6rem; margin-bottom: .9rem; }
#detail h2 { font-weight: 400; }
#detail h2 .method, #detail h2 .target { font-size: .9375rem; }
#detail h2:focus { outline: none; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1rem; font-size: .875rem; }
.facts dt { color: var(--muted); }
details > summary { cursor: pointer; }
#detail summary { color: var(--muted); font-size: .8125rem; margin: .15rem 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; font-weight: 400; vertical-align: top; padding: .5rem .8rem; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--muted); font-size: .8125rem; }
tbody th { font-weight: 600; }
.scroll th, .scroll td { vertical-align: middle; white-space: nowrap; }
.scroll { overflow-x: auto; }
.fields { table-layout: fixed; }
.fields th, .fields td { padding: .06rem .5rem .06rem 0; border: 0; font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.fields th { width: 38%; color: var(--muted); font-weight: 400; }
.size { font-size: .8125rem; margin: .4rem 0 .3rem; }
pre { padding: .7rem .85rem; background: var(--code); border-radius: .4rem; white-space: pre-wrap; max-height: 24rem; overflow-y: auto; }
.member { color: var(--link); } .string { color: var(--good); } .scalar { color: var(--move); }
.curl { user-select: all; }
.lost { color: var(--move); margin-top: .5rem; }

.panel { max-width: 68rem; margin: 0 auto; }
.panel > p, .panel > div > pre { margin-bottom: .9rem; }
.panel section > h2 { margin: 1.25rem 0 .5rem; }
.panel section > h2 .muted { font-weight: 400; }
.panel .plain:not(.deviations) li { padding: .3rem 0; }
.records { list-style: none; }
.records:empty { display: none; }
.records li + li, .deviations li + li { border-top: 1px solid var(--line); }
.records summary { display: grid; grid-template-columns: 3.5rem minmax(6rem, 1fr) minmax(0, 3fr); gap: .75rem; padding: .5rem .9rem; list-style: none; }
.records summary::-webkit-details-marker { display: none; }
.records summary:hover { background: var(--code); }
.records summary > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.records .id { color: var(--muted); }
.records pre { margin: .25rem 0 .5rem; }
.records .inside { padding: 0 .9rem .9rem; }
.editor { display: grid; gap: .4rem; padding: .6rem 0; }
.editor textarea { width: 100%; font-family: ui-monospace, monospace; }
.editor .bad { color: var(--bad); margin: 0; }
label.button { position: relative; cursor: pointer; }
label.button input { position: absolute; inset: 0; opacity: 0; cursor: pointer; width: 100%; }
label.button:focus-within { outline: 2px solid var(--link); }
#deviations summary h2 { display: inline; margin: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 1rem; }
fieldset { padding: .4rem 1rem .9rem; min-width: 0; }
fieldset.down { grid-column: 1 / -1; }
legend { float: left; width: 100%; font-weight: 600; margin: .4rem 0 .5rem; padding: 0; }
legend code { display: block; color: var(--muted); font-weight: 400; }
.options { clear: both; display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; }
.option { display: inline-flex; align-items: center; gap: .45rem; min-height: 1.75rem; cursor: pointer; }
.down .option:has(:checked) { color: var(--bad); font-weight: 600; }
.deviations li { padding: .6rem .9rem; content-visibility: auto; contain-intrinsic-size: auto 4rem; }
.deviations label { display: flex; gap: .7rem; align-items: baseline; cursor: pointer; }
.deviations input { transform: translateY(.15rem); }
.deviations b { font-weight: 500; margin-right: .6rem; }
.deviations label code, .deviations p { color: var(--muted); font-size: .8125rem; }
.deviations p { padding-left: 1.7rem; }
.deviations .active { background: var(--bad-soft); }
.deviations .active b { font-weight: 700; }
.deviations .active label code, .deviations .active p { color: var(--ink); }
.state { font-weight: 600; }
.state.on { color: var(--move); }

#toast { position: fixed; left: 50%; bottom: 1.25rem; transform: translate(-50%, 1rem); max-width: min(40rem, calc(100vw - 2rem)); z-index: 4;
  padding: .55rem 1rem; border-radius: .5rem; background: var(--ink); color: var(--paper); opacity: 0; pointer-events: none; transition: opacity .15s, transform .15s; }
#toast.shown { opacity: 1; transform: translate(-50%, 0); }
#toast.bad { background: var(--bad); color: var(--on); }

.back { display: none; }
@media (max-width: 56rem) {
  main { padding: 1rem; }
  .top { padding: .5rem 1rem 0; gap: 0 .75rem; }
  .split { grid-template-columns: minmax(0, 1fr); }
  #detail { position: static; max-height: none; }
  body:not(.detailed) #detail { display: none; }
  .detailed #log { display: none; }
  .back { display: inline-flex; }
}
@media (max-width: 40rem) {
  .log button { grid-template-columns: auto minmax(0, 1fr) auto; gap: .1rem .6rem; }
  .log .marks { grid-column: 1 / 3; grid-row: 2; justify-content: flex-start; }
  .log .target { white-space: normal; }
  .log .when { grid-column: 3; grid-row: 2; }
  .log .when > * { display: inline; }
  .top .word { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .tenant select { max-width: 9rem; }
  .records summary { grid-template-columns: 2.5rem minmax(0, 1fr); }
  .records .brief { grid-column: 2; }
  .fields, .fields tbody, .fields tr, .fields th, .fields td { display: block; width: auto; }
  .fields td { border-top: 0; padding-bottom: .4rem; }
  .fields th { border: 0; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
