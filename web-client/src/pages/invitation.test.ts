import { expect, it } from 'vitest';
import { readInvitation } from './invitation';

it.each([
  ['https://bagarre.example/r/k3v9t2wq7h#s3cr3t_tok-en', '/r/k3v9t2wq7h#s3cr3t_tok-en'],
  ['  http://192.168.1.4:8080/r/k3v9t2wq7h ', '/r/k3v9t2wq7h'],
  ['/t/k3v9t2wq7h', '/r/k3v9t2wq7h'],
  ['k3v9t2wq7h', '/r/k3v9t2wq7h'],
  ['k3v9t2wq7h#abcdefgh', '/r/k3v9t2wq7h#abcdefgh'],
  ['https://bagarre.example/c/k3v9t2wq7h#s3cr3t_tok-en', '/c/k3v9t2wq7h#s3cr3t_tok-en'],
  ['/c/k3v9t2wq7h', '/c/k3v9t2wq7h'],
  ['', null],
  ['hello world', null],
  ['https://elsewhere.example/', null],
])('%s', (text, expected) => {
  expect(readInvitation(text)).toEqual(expected);
});
