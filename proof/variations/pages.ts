import { bodies, type Variation, type Wrap } from './variation.ts';

const UNSEEN = 'no page of a deal is among the answers that are compared';
const HTML = 'document 4.4-c3: HTML is one of the formats, and its shape is left open';

function page(id: string, title: string, wrap: Wrap, more: Partial<Variation> = {}): Variation {
  return { id, title, source: HTML, group: 'html', layer: 'notation', wrap, ...more };
}

const html = (change: (text: string) => string): Wrap => bodies('html', change);

/** Changes the texts between tags, and none of the head. */
function texts(change: (text: string) => string): Wrap {
  return html((whole) => {
    const at = whole.indexOf('<body');
    const shown = whole
      .slice(at)
      .replace(/>([^<]+)</gu, (_whole, text: string) => (text.trim() === '' ? `>${text}<` : `>${change(text)}<`));
    return whole.slice(0, at) + shown;
  });
}

/** Writes the value of a member in another way. */
function memberAs(name: string, write: (value: string) => string): Wrap {
  return html((text) =>
    text.replace(new RegExp(`(<dt>${name}</dt><dd>)([^<]*)(<)`, 'gu'), (_w, a: string, value: string, b: string) => {
      return a + write(value) + b;
    }),
  );
}

const SITE = [
  '<header><h1>The Desk</h1><form action="/search"><label>Find <input name="q" placeholder="a deal"></label></form></header>',
  '<nav aria-label="Main"><ul><li><a href="/rest/1/deals/">All deals</a></li><li><a href="/users">People</a></li></ul></nav>',
  '<p class="crumbs"><a href="/">Home</a> › <a href="..">Up</a> › Here</p>',
].join('');
const FOOT = [
  '<aside><h2>Often looked at</h2><ol><li><a href="/rest/1/deals/1">Warehouse lease</a>, 120000</li>',
  '<li><a href="/rest/1/deals/3">Café fit-out</a>, 38000</li></ol>',
  '<table><caption>Rates</caption><tr><th>EUR</th><td>1.00</td></tr><tr><th>USD</th><td>1.08</td></tr></table></aside>',
  '<footer><p>© The Desk. Error 404? <a href="mailto:desk@example.com">Write to us</a>.</p></footer>',
].join('');

const ENTITIES: Readonly<Record<string, string>> = {
  é: '&eacute;',
  ë: '&#xEB;',
  Å: '&Aring;',
  ö: '&#246;',
  '’': '&rsquo;',
  ' ': '&#32;',
  e: '&#101;',
};

/** What pages of HTML look like at those who write them for people: document 4.4-c3. */
export const pages: readonly Variation[] = [
  page(
    'html-within-a-site',
    'Pages have a head line, a menu, a list of other deals, a table and a footer around what they show.',
    html((text) => text.replace('<body>', () => `<body>${SITE}`).replace('</body>', () => `${FOOT}</body>`)),
  ),
  page(
    'html-headings',
    'Members stand under headings of their own.',
    html((text) =>
      text
        .replace(/<\/?dl>/gu, (tag) => tag.replace('dl', 'section'))
        .replace(/<dt>/gu, '<h3>')
        .replace(/<\/dt>/gu, '</h3>')
        .replace(/<dd>/gu, '<div>')
        .replace(/<\/dd>/gu, '</div>'),
    ),
  ),
  page(
    'html-form',
    'Members stand in the fields of a form.',
    html((text) =>
      text
        .replace(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/gu, (_whole, name: string, value: string) => {
          const quoted = value.replaceAll('"', '&quot;');
          return `<label>${name} <input name="${name.replaceAll('"', '&quot;')}" value="${quoted}"></label>`;
        })
        .replace(/<dl>(?=<label>)/gu, '<form method="post"><dl>')
        .replace(/(<\/label>)<\/dl>/gu, '$1</dl><button>Save</button></form>'),
    ),
  ),
  page(
    'html-references',
    'Texts hold named and numbered character references.',
    texts((text) => {
      const parts = text.split(/(&[^;]*;)/u);
      return parts.map((part, i) => (i % 2 === 1 ? part : Array.from(part, (c) => ENTITIES[c] ?? c).join(''))).join('');
    }),
  ),
  page(
    'html-texts-in-pieces',
    'Words in texts are marked, and may be broken.',
    texts((text) => text.replace(/(?<![&#\w])([A-Za-z]{2})([A-Za-z]{2,})(?!;)/gu, '<mark>$1</mark><wbr>$2')),
  ),
  page(
    'html-prices-for-people',
    'Prices are written with separators and a currency.',
    memberAs('price', (value) => {
      const price = Number(value);
      return Number.isFinite(price) ? `€ ${price.toLocaleString('de-CH', { minimumFractionDigits: 2 })}` : value;
    }),
    { unseen: UNSEEN },
  ),
  page(
    'html-dates-for-people',
    'Dates are written with the name of the month, and machines are told in an attribute.',
    memberAs('completionDate', (value) => {
      const date = new Date(value);
      const words = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
      if (Number.isNaN(date.getTime())) return value;
      return `<time datetime="${value}">${date.toLocaleDateString('en-GB', words)}</time>`;
    }),
    { unseen: UNSEEN },
  ),
];
