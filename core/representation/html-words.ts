const WITHIN_WORDS =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/iu;

/** Whether an element of HTML stands within words and ends none (HTML 4.5): a reader sees the text around its tags in one piece. */
export function standsWithinWords(name: string): boolean {
  return WITHIN_WORDS.test(name);
}
