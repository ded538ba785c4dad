/**
 * Puts a mark before the title of the page, also after another page sets it, until the returned function is called. An empty mark leaves
 * the title as it is.
 */
export function markTitle(mark: string): () => void {
  if (mark === '') return () => undefined;
  const put = (): void => {
    if (!document.title.startsWith(mark)) document.title = mark + document.title;
  };
  put();
  const watch = new MutationObserver(put);
  watch.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => {
    watch.disconnect();
    if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length);
  };
}
