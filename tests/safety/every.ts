/** Does something every so many milliseconds until it is disposed of. */
export function every(milliseconds: number, act: () => void): Disposable {
  const timer = setInterval(act, milliseconds);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
