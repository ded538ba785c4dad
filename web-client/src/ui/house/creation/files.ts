/** A file name made of what is in it. */
export function fileName(name: string): string {
  const bare = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${bare || 'bande'}.json`;
}
