/**
 * Links in a page that is a frame's text, as where the mock is in a page itself and no navigation reaches it: they would lead from
 * the frame to the page around it. Those to a part of this page stay in it, and `refuse` is told of all others.
 */
export function keepLinks(refuse: () => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    if (event.defaultPrevented || href === '' || href.startsWith('blob:')) return;
    event.preventDefault();
    if (href.startsWith('#')) location.hash = href;
    else refuse();
  });
}
