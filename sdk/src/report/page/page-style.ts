/** Width of plots on wide pages, px. */
export const widePlotPx = 680;
/** Width of plots on narrow pages: 320 px without the margins of the page. */
export const narrowPlotPx = 288;

/** The style of a page: light, dark and printed, from 320 px without sideways scrolling. */
export const pageStyle = [
  ":root{color-scheme:light dark;--bg:#fff;--text:#1c1e22;--muted:#565a62;--line:#d9dde3}",
  "@media (prefers-color-scheme:dark){:root{--bg:#16181c;--text:#e9ebee;--muted:#a9aeb8;--line:#3a3f47}}",
  "*{box-sizing:border-box}",
  "body{margin:0 auto;padding:16px;max-width:960px;background:var(--bg);color:var(--text);font:14px/20px system-ui,-apple-system,'Segoe UI',sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}",
  "h1{font-size:20px;line-height:28px;margin:8px 0}h2{font-size:16px;line-height:24px;margin:32px 0 8px}",
  "p,ul{margin:8px 0;max-width:72ch}ul{padding-left:20px}",
  ".verdict{font-size:16px;line-height:24px;font-weight:600}.note{color:var(--muted)}",
  "figure{margin:16px 0}figcaption{font-weight:600;margin-bottom:8px}",
  "svg{display:block;max-width:100%;height:auto}.narrow{display:none}",
  "summary{cursor:pointer;padding:4px 0;color:var(--muted)}",
  "table{border-collapse:collapse;margin:8px 0;width:100%}caption{text-align:left;font-weight:600;padding:4px 0}",
  "th,td{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid var(--line);font-weight:400;overflow-wrap:normal}.long{overflow-wrap:anywhere}thead th{font-weight:600}",
  "pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font:12px/18px ui-monospace,Menlo,Consolas,monospace}",
  ".scroll{overflow-x:auto}",
  "@media (max-width:740px){.wide{display:none}.narrow{display:block}",
  "table,tbody,tr,th,td,caption{display:block;width:100%}thead{display:none}",
  "tr{border-bottom:1px solid var(--line);padding:6px 0}th,td{border:0;padding:1px 0;overflow-wrap:anywhere}tbody th{font-weight:600}",
  "td[data-label]::before{content:attr(data-label) ': ';color:var(--muted)}}",
  "@media print{:root{--bg:#fff;--text:#000;--muted:#333;--line:#999}body{max-width:none;padding:0}",
  "figure,tr{break-inside:avoid}h2{break-after:avoid}details:not([open])::details-content{content-visibility:visible}}",
].join("\n");
