import { curlLine } from '../core/http/curl.ts';
import type { SavedBody, SavedExchange } from '../core/results/results.ts';
import { bodyNote, cutFieldsNote, exchangeName, wireLine } from './exchange-lines.ts';
import { html, type Markup, preformatted } from './html-markup.ts';
import { duration } from './wording.ts';

/** Request and response of an exchange in full, and the curl line that sends it again. */
export function exchangeMarkup(id: string, exchange: SavedExchange): Markup {
  const { request, response, failure, wire, timings } = exchange;
  return html`
<div class="exchange">
<p class="part">Request <span class="muted">${exchangeName(id)}</span></p>
<pre tabindex="0"><b>${request.method} ${request.url}</b>
${fields(request.headers)}${body(request.body)}</pre>
<p class="part">Response <span class="muted">after ${duration(timings.total)}</span></p>
${
  response === undefined
    ? html`<p>No answer: ${failure?.message ?? 'unknown'}</p>`
    : html`<pre tabindex="0"><b>${response.status} ${response.statusText}</b>
${fields(response.headers)}${cutNote(response.cutFields)}${body(response.body)}</pre>`
}
${wire === undefined ? undefined : html`<p class="muted">${sentence(wireLine(wire))}</p>`}
${again(exchange)}
</div>`;
}

/** The request line and the status: an exchange in a line. */
export function exchangeTitle({ request, response }: SavedExchange): Markup {
  const path = request.url.replace(/^https?:\/\/[^/]*/u, '') || '/';
  return html`<code>${request.method} ${path}</code> <span class="muted">→</span> ${response?.status ?? 'no answer'}`;
}

function again(exchange: SavedExchange): Markup {
  const { command, variables, caveat } = curlLine(exchange);
  const notes = [
    ...(variables.length === 0 ? [] : [`Set ${variables.join(', ')} first: what stood there is secret.`]),
    ...(caveat === undefined ? [] : [sentence(caveat)]),
  ];
  return html`<p class="part">Send it again</p>
${notes.map((note) => html`<p class="muted">${note}</p>`)}
<pre class="curl" tabindex="0">${preformatted(command)}</pre>`;
}

function fields(headers: SavedExchange['request']['headers']): Markup[] {
  return headers.map(([name, value]) => html`<span class="field">${name}:</span> ${value}\n`);
}

function cutNote(cutFields: number | undefined): Markup | undefined {
  return cutFields === undefined ? undefined : html`<span class="muted">(${cutFieldsNote(cutFields)})</span>\n`;
}

function body(saved: SavedBody | undefined): Markup | undefined {
  if (saved === undefined) return undefined;
  const isPlain = saved.text !== undefined && saved.cut !== true;
  const note = isPlain ? undefined : html`\n<span class="muted">(${bodyNote(saved)})</span>`;
  return html`\n${preformatted(saved.text ?? saved.base64 ?? '')}${note}`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
