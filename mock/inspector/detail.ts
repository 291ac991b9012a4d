import type { ExchangeSummary, ShownExchange } from '../control/exchanges.ts';
import { explained, rulesIn } from './explained.ts';
import type { Kit } from './kit.ts';
import { stubForm } from './stub-form.ts';

/** One exchange in full: what was asked, what was answered and why, and how to ask it again. */
export function createDetail(kit: Kit, root: HTMLElement): (exchange: ExchangeSummary | undefined) => void {
  const { h, visible, code, ask, say } = kit;
  type Message = ShownExchange['request'] | ShownExchange['response'];
  // What every client and every answer has, and hardly anybody looks for.
  const ORDINARY = new Set(
    'host connection user-agent accept-encoding accept-language content-length date vary keep-alive'.split(' '),
  );

  const facts = (exchange: ShownExchange): HTMLElement => {
    const {
      ordinal,
      at,
      tookMs,
      receiveMs,
      tenant,
      rule,
      deviation,
      breaks = [],
      nearMiss,
      hint,
      stub,
      source,
      breach,
      fault,
    } = exchange;
    const chaos = Object.entries(fault ?? {}).map(([name, value]) => `${name}: ${value}`);
    // The last is what rules the line names.
    const told: [string, string | undefined, (string | undefined)?, (readonly string[])?][] = [
      ['Keeps', rule, undefined, rule === undefined ? [] : [rule]],
      ['Breaks', deviation === undefined ? undefined : breaks.join(', '), `on purpose: ${deviation}`, breaks],
      ['Near miss', nearMiss],
      ['Hint', hint],
      ['Stub', stub, 'answered in place of the service'],
      ['From', source],
      ['Breach', breach, 'the service behind the mock breaks this', rulesIn(breach ?? '')],
      ['Chaos', fault === undefined ? undefined : chaos.join(', ')],
      ['Tenant', tenant === '' ? undefined : tenant],
      ['Took', kit.duration(tookMs), fault?.delayMs === undefined ? undefined : `and ${fault.delayMs} ms of chaos`],
      [
        'Arrived',
        receiveMs === undefined ? undefined : `in ${kit.duration(receiveMs)}, from the first byte to the last`,
      ],
      ['When', `${new Date(at).toLocaleString()}, no. ${ordinal}`],
    ];
    const lines = told.flatMap(([name, value, more, rules = []]) => {
      if (value === undefined) return [];
      const hint = more === undefined ? [] : [' ', h('span', { class: 'muted' }, `· ${visible(more)}`)];
      return [h('dt', {}, name), h('dd', {}, visible(value), ...hint, ...rules.map((one) => explained(kit, one)))];
    });
    return h('dl', { class: 'facts' }, ...lines);
  };
  const lost = (fault: ShownExchange['fault']): HTMLElement[] => {
    const loss = kit.lossOf(fault);
    const how: Record<string, string> = {
      reset: 'reset the connection',
      silent: 'never answered',
      empty: 'closed the connection without a byte',
      garbage: 'sent bytes that are no HTTP',
    };
    if (loss !== undefined)
      return [h('p', { class: 'lost' }, `Chaos ${how[loss] ?? loss}: nothing of the answer arrived.`)];
    if (fault?.truncateAt === undefined) return [];
    return [h('p', { class: 'lost' }, `Chaos cut the body: ${kit.count(fault.truncateAt, 'byte')} of it arrived.`)];
  };
  const bodyOf = (body: Message['body'], isTooLarge: boolean): HTMLElement[] => {
    if (isTooLarge) return [h('p', { class: 'muted' }, 'The body was larger than the mock takes, and is not kept.')];
    if (body === undefined) return [h('p', { class: 'muted' }, 'No body.')];
    const size = `${kit.count(body.bytes, 'byte')}${body.cut === true ? ', shown in part' : ''}`;
    if (body.text !== undefined) return [h('p', { class: 'muted size' }, size), code(body.text)];
    return [
      h('p', { class: 'muted size' }, `${size}, binary, in base64`),
      h('pre', { tabindex: 0 }, body.base64 ?? ''),
    ];
  };
  const table = (lines: Message['headers']): HTMLElement =>
    h(
      'table',
      { class: 'fields' },
      h(
        'tbody',
        {},
        ...lines.map(([name, value]) =>
          h('tr', {}, h('th', { scope: 'row' }, visible(name)), h('td', {}, visible(value))),
        ),
      ),
    );
  const message = (title: string, { headers, body }: Message, isTooLarge = false): HTMLElement => {
    const isOrdinary = ([name]: readonly [string, string]): boolean =>
      /^(?:sec|access-control)-/iu.test(name) || ORDINARY.has(name.toLowerCase());
    const telling = headers.filter((line) => !isOrdinary(line));
    const ordinary = headers.filter(isOrdinary);
    const more = h('details', {}, h('summary', {}, kit.count(ordinary.length, 'ordinary field')), table(ordinary));
    return h(
      'section',
      {},
      h('h3', {}, title),
      ...(telling.length === 0 ? [] : [table(telling)]),
      ...(ordinary.length === 0 ? [] : [more]),
      ...bodyOf(body, isTooLarge),
    );
  };
  const curl = ({ command, variables, caveat }: ShownExchange['curl']): HTMLElement => {
    const line = h('pre', { class: 'curl', tabindex: 0, id: 'curl-line' }, command);
    const notes = [
      ...(variables.length === 0 ? [] : [`Set ${variables.join(', ')} first: secrets are not shown.`]),
      ...(caveat === undefined ? [] : [caveat]),
    ].map((note) => h('p', { class: 'muted' }, note));
    return h('section', {}, h('h3', {}, 'curl'), ...notes, line);
  };
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      say('Copied.');
    } catch {
      // Pages without a secure context have no clipboard.
      const line = document.getElementById('curl-line');
      if (line !== null) {
        line.textContent = text;
        getSelection()?.selectAllChildren(line);
      }
      say('This browser lets no page copy here; the line is selected: copy it by hand.', true);
    }
  };
  const isHidden = (text: string): boolean => text.includes('[redacted]');
  const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const again = async ({ request, target, method, fault }: ShownExchange): Promise<void> => {
    const { body } = request;
    if (isHidden(target) || body?.cut === true || request.tooLarge === true)
      return say(
        'A part of the request is not shown here, so it cannot be sent again from here; use the curl line.',
        true,
      );
    const headers = new Headers();
    for (const [name, value] of request.headers) if (!isHidden(value)) headers.append(name, value);
    if (fault !== undefined) headers.set('x-mock-replay', fault.token);
    const content = body === undefined ? null : (body.text ?? bytesOf(body.base64 ?? ''));
    try {
      const answer = await fetch(kit.origin + target, { method, headers, body: content });
      say(`Sent again: answered ${answer.status}.`);
    } catch {
      say(
        fault === undefined ? 'Sent again: no answer.' : 'Sent again: no answer, as the fault has it.',
        fault === undefined,
      );
    }
  };
  const close = h('button', { type: 'button', class: 'back', onclick: () => back() }, 'Back to the list');
  const back = (): void => {
    show(undefined);
    document.querySelector<HTMLElement>('.log [aria-current]')?.focus();
  };
  const whole = (exchange: ShownExchange): HTMLElement[] => {
    const { method, target, status, fault } = exchange;
    return [
      h(
        'header',
        {},
        h(
          'h2',
          { tabindex: -1, id: 'detail-title' },
          h('span', { class: 'method' }, visible(method)),
          ' ',
          h('span', { class: 'target' }, visible(target)),
          ' ',
          kit.status(status, fault),
        ),
        h(
          'div',
          { class: 'group' },
          h(
            'button',
            { type: 'button', class: 'main', onclick: () => void copy(exchange.curl.command) },
            'Copy as curl',
          ),
          ...(['fetch', 'msw', 'vitest'] as const).map((kind) =>
            h(
              'button',
              { type: 'button', onclick: () => void copy(exchange.snippets[kind]) },
              { fetch: 'fetch', msw: 'MSW handler', vitest: 'Vitest test' }[kind],
            ),
          ),
          h(
            'button',
            { type: 'button', onclick: () => void again(exchange) },
            fault === undefined ? 'Send again' : 'Repeat the fault',
          ),
          close,
        ),
      ),
      facts(exchange),
      stubForm(kit, exchange),
      message('Request', exchange.request, exchange.request.tooLarge),
      ...lost(fault),
      message(kit.lossOf(fault) !== undefined ? 'Answer that was not sent' : 'Answer', exchange.response),
      curl(exchange.curl),
    ];
  };
  let wanted = 0;
  const show = (exchange: ExchangeSummary | undefined): void => {
    wanted = exchange?.ordinal ?? 0;
    document.body.classList.toggle('detailed', exchange !== undefined);
    if (exchange === undefined) {
      root.replaceChildren(h('p', { class: 'empty' }, 'Choose a request to see it in full.'));
      return;
    }
    void load(exchange);
  };
  const load = async ({ ordinal }: ExchangeSummary): Promise<void> => {
    const told = await ask('GET', `log/${ordinal}`);
    if (wanted !== ordinal) return;
    // The route's own type, which its module exports.
    root.replaceChildren(
      ...(told.ok
        ? whole(told.json as ShownExchange)
        : [h('p', { class: 'empty' }, `It cannot be shown: ${told.why}`), close]),
    );
    if (matchMedia('(max-width: 56rem)').matches) document.getElementById('detail-title')?.focus();
  };
  show(undefined);
  return show;
}
