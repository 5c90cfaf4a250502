"""The style sheet of a report: light, dark, on a phone, on paper."""

from __future__ import annotations

from .charts import ACCENT, FAINT, INK, SECOND, SOFT

STYLE = f"""
:root {{ color-scheme: light dark; --paper: #fdfdfb; --ink: #1d2125; --dim: #59626b; --line: #d5d9dd; --accent: #1a5fb4;
  --soft: #b9d3f3; --second: #a0390f; --band: #1d21250d; --shade: #1d212540; }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper: #15181b; --ink: #e7e9ea; --dim: #a6afb7; --line: #3b434a;
  --accent: #7db4f5; --soft: #2c4a70; --second: #f0a37e; --band: #e7e9ea0d; --shade: #e7e9ea40; }} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; max-width: 84rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }}
h1 {{ font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; }}
h2 {{ font-size: 1.25rem; margin: 2.5rem 0 .25rem; border-top: 2px solid var(--line); padding-top: 1rem; }}
h3 {{ font-size: 1rem; margin: 1.25rem 0 .25rem; }}
p {{ margin: .25rem 0; max-width: 46rem; }}
.dim, figcaption {{ color: var(--dim); font-size: .9rem; }}
nav ul {{ display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; }}
a {{ color: var(--accent); }}
a:focus-visible, .scroll:focus-visible {{ outline: 3px solid var(--accent); outline-offset: 2px; }}
.charts {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 0 2rem; }}
figure {{ margin: .75rem 0; }}
figure svg {{ display: block; max-width: 100%; height: auto; overflow: visible; }}
.scroll {{ overflow-x: auto; margin: .75rem 0; background-repeat: no-repeat; background-position: 0, 100%, 0, 100%;
  background-attachment: local, local, scroll, scroll; background-size: 3rem 100%, 3rem 100%, 1rem 100%, 1rem 100%;
  background-image: linear-gradient(90deg, var(--paper) 35%, transparent),
  linear-gradient(-90deg, var(--paper) 35%, transparent), linear-gradient(90deg, var(--shade), transparent),
  linear-gradient(-90deg, var(--shade), transparent); }}
table {{ border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }}
caption {{ text-align: left; color: var(--dim); padding-bottom: .25rem; }}
th, td {{ padding: .3rem .65rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line);
  overflow-wrap: normal; }}
th {{ font-weight: 600; background: var(--band); }}
.long {{ overflow-wrap: anywhere; min-width: 12rem; max-width: 22rem; }}
.number {{ text-align: right; white-space: nowrap; }}
thead th, thead .number {{ white-space: normal; vertical-align: bottom; }}
.group {{ background: none; padding-top: .9rem; }}
.group span {{ display: inline-block; position: sticky; left: .65rem; max-width: calc(100vw - 4rem);
  overflow-wrap: anywhere; }}
tbody tr:nth-child(even) {{ background: var(--band); }}
svg [fill="{INK}"] {{ fill: var(--ink); }}
svg [stroke="{INK}"] {{ stroke: var(--ink); }}
svg [fill="{FAINT}"] {{ fill: var(--dim); }}
svg [stroke="{FAINT}"] {{ stroke: var(--dim); }}
svg [fill="{ACCENT}"] {{ fill: var(--accent); }}
svg [stroke="{ACCENT}"] {{ stroke: var(--accent); }}
svg [fill="{SOFT}"] {{ fill: var(--soft); }}
svg [stroke="{SOFT}"] {{ stroke: var(--soft); }}
svg [fill="{SECOND}"] {{ fill: var(--second); }}
svg [stroke="{SECOND}"] {{ stroke: var(--second); }}
@media (max-width: 75rem) {{ table {{ font-size: .8rem; }} th, td {{ padding: .25rem .3rem; }}
  .group {{ padding-top: .75rem; }} .group span {{ left: .3rem; }} .long {{ min-width: 9rem; }} }}
@media print {{ :root {{ --paper: #fff; --ink: #000; --dim: #444; --line: #999; --accent: #123f7a; --soft: #c9d8ea;
  --second: #7a2d0d; --band: #0000000d; color-scheme: light; }} body {{ max-width: none; padding: 0; font-size: 10pt; }}
  nav {{ display: none; }} .scroll {{ overflow: visible; background: none; }} table {{ font-size: 7.5pt; }}
  th, td {{ padding: .15rem .3rem; }}
  .dim, figcaption {{ font-size: 8.5pt; }} figure, tr {{ break-inside: avoid; }}
  h2, h3, caption, tr:has(.group) {{ break-after: avoid; }} }}
"""
"""It names no address: nothing is loaded.

A table that is wider than the page has a shade at the edge behind which there is more; its bands let the shade through.
"""
