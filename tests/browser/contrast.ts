/** The colours of each `:root` of a style sheet, by the names of their custom properties. */
export function palettesOf(style: string): Readonly<Record<string, string>>[] {
  return [...style.matchAll(/:root \{([^}]*)\}/gu)].map(([, text = '']) =>
    Object.fromEntries(
      [...text.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/gu)].map(([, name, value]) => [name, value ?? '']),
    ),
  );
}

/** The contrast ratio of two colours (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const hex = color.length === 4 ? color.replace(/[0-9a-f]/gu, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
