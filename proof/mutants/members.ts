import { fragmentsOf, memberIn, renamed, withFragments, withMember } from './fragments.ts';
import type { Cell, Operator } from './mutant.ts';

// Members that the document names (2), and `email`, which stands for what it does not show.
const SHOWN = [
  'id',
  'name',
  'price',
  'email',
  'currency',
  'held',
  'holdReason',
  'reason',
  'amercement',
  'completionDate',
  'whyChanged',
];
const CLAUSE = '2, 4.5-2';

type Write = (value: string, representation: string) => string | undefined;

/** A member of a record dropped, blanked, misspelt, rounded, escaped wrong, or of another type, in one representation. */
export const members: readonly Operator[] = [
  onMember('member-drop', 'is not shown', () => undefined),
  onMember('member-blank', 'is empty', (_value, representation) => (representation === 'json' ? '""' : '')),
  onMember('member-null', 'is null', (_value, representation) => (representation === 'json' ? 'null' : 'null')),
  onMember('member-cut', 'is cut after its fifth character', (value, representation) =>
    representation === 'json'
      ? value.startsWith('"')
        ? `${value.slice(0, 6)}"`
        : value.slice(0, 5)
      : value.slice(0, 5),
  ),
  onMember('member-upper', 'is in capital letters', (value) =>
    /^(?:true|false|null)$/u.test(value) ? value : value.toUpperCase(),
  ),
  onMember('member-escaped-twice', 'is escaped twice', (value, representation) =>
    representation === 'json' ? value.replace(/(.)"$/u, '$1&amp;"') : `${value}&amp;amp;`,
  ),
  onMember('member-padded', 'has a blank at its end', (value, representation) =>
    representation === 'json' ? value.replace(/"$/u, ' "') : `${value} `,
  ),
  onMember(
    'member-rounded',
    'is rounded',
    (value) => (/^-?\d+\.\d+$/u.test(value) ? String(Math.round(Number(value))) : value),
    ['price', 'amercement'],
  ),
  onMember(
    'member-hundredfold',
    'is a hundred times what it is',
    (value) => (/^-?[\d.]+$/u.test(value) ? String(Number(value) * 100) : value),
    ['price', 'amercement'],
  ),
  onMember(
    'member-grouped',
    'is written with a comma for thousands',
    (value, representation) =>
      /^\d{4,}$/u.test(value)
        ? representation === 'json'
          ? `"${Number(value).toLocaleString('en')}"`
          : Number(value).toLocaleString('en')
        : value,
    ['price'],
  ),
  onMember(
    'member-negated',
    'is the opposite',
    (value) => (value === 'true' ? 'false' : value === 'false' ? 'true' : value),
    ['held'],
  ),
  onMember(
    'member-shifted',
    'is that of the record after',
    (value) => value.replace(/\d+/u, (id) => String(Number(id) + 1)),
    ['id'],
  ),
  {
    name: 'member-misspelt',
    per: 'representation',
    at: (cell) =>
      shownIn(cell).map((member) => ({
        args: member,
        says: `the member ${member} is called ${member}_`,
        clause: CLAUSE,
        answer: (response) =>
          onFragments(response, cell, (fragment) => renamed(fragment, member, cell.representation, `${member}_`)),
      })),
  },
  {
    name: 'member-swapped',
    per: 'representation',
    at: (cell) =>
      cell.members.includes('name') && cell.representation !== 'none'
        ? [
            {
              args: 'id,name',
              says: 'the members id and name have each other’s values',
              clause: CLAUSE,
              answer: (response) =>
                onFragments(response, cell, (fragment) => {
                  const [id, name] = ['id', 'name'].map((member) => memberIn(fragment, member, cell.representation));
                  if (id === undefined || name === undefined) return fragment;
                  const once = withMember(fragment, 'id', cell.representation, () => name);
                  return withMember(once, 'name', cell.representation, () => id);
                }),
            },
          ]
        : [],
  },
  {
    name: 'link',
    per: 'representation',
    // Links are owed where something was created (4.4-c3).
    at: (cell) =>
      cell.status !== 201
        ? []
        : (
            [
              ['drop', 'is missing', () => ''],
              ['collection', 'leads to the collection', (href) => href.replace(/\/[^/]*$/u, '/')],
              ['next', 'leads to the record after', (href) => href.replace(/\d+$/u, (id) => String(Number(id) + 1))],
              ['version', 'leads to another version', (href) => href.replace('/rest/1/', '/rest/2/')],
              ['host', 'leads to another host', (href) => `http://internal.example${href}`],
              ['template', 'holds the template of the address', (href) => href.replace(/[^/]*$/u, '{id}')],
            ] satisfies (readonly [string, string, (href: string) => string])[]
          ).map(([args, says, change]) => ({
            args,
            says: `the link to what was created ${says}`,
            clause: '4.4-c3',
            answer: async (response) => {
              const pattern = cell.representation === 'json' ? /("href":")([^"]*)/gu : /(href=")([^"]*)/gu;
              const text = (await response.text()).replace(
                pattern,
                (_all, before: string, href: string) => before + change(href),
              );
              const shown =
                cell.representation === 'html'
                  ? text.replace(/(<a [^>]*>)([^<]*)/u, (_all, a: string, href: string) => a + change(href))
                  : text;
              return new Response(shown, response);
            },
          })),
  },
];

// What a record of an operation or a command document shows is open (4.4-c3).
function shownIn({ members: all, representation, status, pattern }: Cell): string[] {
  if (/^\/deals\/:id\/|^\/commands/u.test(pattern)) return [];
  const has = /^(?:json|xml|html)$/u.test(representation);
  return has && status < 300 ? SHOWN.filter((member) => all.includes(member)) : [];
}

function onMember(name: string, says: string, write: Write, only: readonly string[] = SHOWN): Operator {
  return {
    name,
    per: 'representation',
    at: (cell) =>
      shownIn(cell)
        .filter((member) => only.includes(member))
        .map((member) => ({
          args: member,
          says: `the member ${member} ${says}`,
          clause: CLAUSE,
          answer: (response) =>
            onFragments(response, cell, (fragment) =>
              withMember(fragment, member, cell.representation, (value) => write(value, cell.representation)),
            ),
        })),
  };
}

async function onFragments(
  response: Response,
  { representation }: Cell,
  change: (fragment: string) => string,
): Promise<Response> {
  if (response.body === null) return response;
  const text = await response.text();
  const { list, all } = fragmentsOf(text, representation);
  const written = list
    ? withFragments(text, representation, all.map(change))
    : representation === 'json'
      ? change(text)
      : withFragments(text, representation, all.map(change));
  return new Response(written, response);
}
