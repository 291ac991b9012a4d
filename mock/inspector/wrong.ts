import type { Kit } from './kit.ts';

/** A place beside fields that says what is wrong with them. */
export interface Wrong {
  readonly place: HTMLElement;
  /** Says why, and marks the fields that it names; an empty text takes it back. */
  mark(why: string): void;
}

/** `fields` are named by the JSON pointer of what they hold; the empty one is meant by every text. */
export function wrongBeside({ h }: Kit, id: string, fields: Readonly<Record<string, HTMLElement>>): Wrong {
  const place = h('p', { class: 'bad', id, role: 'alert' });
  for (const field of Object.values(fields)) field.setAttribute('aria-describedby', id);
  return {
    place,
    mark(why) {
      place.textContent = why;
      for (const [pointer, field] of Object.entries(fields)) {
        const isWrong = why !== '' && (pointer === '' || why.includes(`${pointer} `));
        if (isWrong) field.setAttribute('aria-invalid', 'true');
        else field.removeAttribute('aria-invalid');
      }
    },
  };
}
