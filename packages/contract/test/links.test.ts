import { describe, expect, test } from 'vitest';
import { isSafeUrl } from '../src/addresses.ts';
import { isOfNetwork, readLink } from '../src/links.ts';

describe('a typed address', () => {
  test.each([
    ['www.site.com', 'https://www.site.com'],
    [' loja.exemplo.com.br/curso?a=1#b ', 'https://loja.exemplo.com.br/curso?a=1#b'],
    ['site.com:8080/a', 'https://site.com:8080/a'],
    ['//site.com/a', 'https://site.com/a'],
    ['açúcar.com.br', 'https://açúcar.com.br'],
    ['site.xn--p1ai', 'https://site.xn--p1ai'],
    ['http://site.com', 'http://site.com'],
    ['HTTPS://Site.com', 'HTTPS://Site.com'],
    ['/courses/3', '/courses/3'],
    ['https://escola.test/courses/3?a=1#b', '/courses/3?a=1#b'],
    ['escola.test/courses/3', '/courses/3'],
    ['', ''],
    ['   ', ''],
  ])('%s', (typed, stored) => {
    const read = readLink(typed, { ownHost: 'escola.test' });
    expect(read).toBe(stored);
    expect(stored === '' || isSafeUrl(stored)).toBe(true);
    expect(readLink(stored, { ownHost: 'escola.test' })).toBe(stored);
  });

  test.each([
    'meu site',
    'site',
    '@escola',
    'ana@site.com',
    'javascript:alert(1)',
    'java.script:alert(1)',
    'data:text/html,x',
    'mailto:ana@site.com',
    'https://',
    'https:/site.com',
    '//',
    '/\\site.com',
    'site.com/<b>',
    'site..com',
    '10,5',
    'x.1',
    `site.com/${'a'.repeat(2000)}`,
  ])('%s is no address', (typed) => {
    expect(readLink(typed)).toBeNull();
  });
});

describe("a social network's field", () => {
  test.each([
    ['instagram', '@escola', 'https://www.instagram.com/escola'],
    ['instagram', '@escola.oficial', 'https://www.instagram.com/escola.oficial'],
    ['instagram', 'instagram.com/escola', 'https://instagram.com/escola'],
    ['youtube', '@escola', 'https://www.youtube.com/@escola'],
    ['youtube', 'https://youtube.com/@escola', 'https://youtube.com/@escola'],
    ['facebook', '@escola', 'https://www.facebook.com/escola'],
  ] as const)('%s: %s', (network, typed, stored) => {
    expect(readLink(typed, { network })).toBe(stored);
    expect(isOfNetwork(stored, network)).toBe(true);
  });

  test.each(['/courses/3', 'escola', '@', '@a b', `@${'a'.repeat(101)}`])(
    '%s is no address',
    (typed) => {
      expect(readLink(typed, { network: 'instagram' })).toBeNull();
    },
  );

  test('an address of this school stays one of the web', () => {
    const typed = 'https://escola.test/a';
    expect(readLink(typed, { network: 'facebook', ownHost: 'escola.test' })).toBe(typed);
  });

  test('tells an address of another network', () => {
    expect(isOfNetwork('https://tiktok.com/@escola', 'instagram')).toBe(false);
    expect(isOfNetwork('https://instagram.com.evil.com/a', 'instagram')).toBe(false);
    expect(isOfNetwork('https://notinstagram.com/a', 'instagram')).toBe(false);
  });
});

test.each(['https://50%.com', 'https://loja.com:99999', 'https://tel:11999998888', 'http://[loja'])(
  '%s is stored nowhere: no browser opens it',
  (url) => {
    expect(isSafeUrl(url)).toBe(false);
  },
);
