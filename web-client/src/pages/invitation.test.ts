import { expect, it } from 'vitest';
import { readInvitation } from './invitation';

const INVITE = '0123456789abcdef0123456789abcdef';

it.each([
  [`https://bagarre.example/r/k3v9t2wq7h#${INVITE}`, `/r/k3v9t2wq7h#${INVITE}`],
  [`On t’attend : <https://bagarre.example/r/k3v9t2wq7h%23${INVITE}>. À ce soir !`, `/r/k3v9t2wq7h#${INVITE}`],
  ['  http://192.168.1.4:8080/r/k3v9t2wq7h ', '/r/k3v9t2wq7h'],
  ['/t/k3v9t2wq7h', '/r/k3v9t2wq7h'],
  ['k3v9t2wq7h', '/r/k3v9t2wq7h'],
  [`k3v9t2wq7h#${INVITE}`, `/r/k3v9t2wq7h#${INVITE}`],
  [`https://bagarre.example/c/k3v9t2wq7h#${INVITE}.`, `/c/k3v9t2wq7h#${INVITE}`],
  ['/c/k3v9t2wq7h', '/c/k3v9t2wq7h'],
  [`https://bagarre.example/link/${INVITE}${INVITE}.`, `/link/${INVITE}${INVITE}`],
  ['', null],
  ['hello world', null],
  ['https://elsewhere.example/', null],
])('%s', (text, expected) => {
  expect(readInvitation(text)).toEqual(expected);
});
