/** A `localStorage` for tests. Keys are its own properties, as in a real `Storage`. */
export class Memory {
  [key: string]: unknown;
  getItem(key: string) {
    return (this[key] as string | undefined) ?? null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}
