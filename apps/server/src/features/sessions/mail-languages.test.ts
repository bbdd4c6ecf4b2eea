import { expect, test } from 'vitest';
import { openWorld } from '../../../test/harness.ts';
import { cookiesOf, mailsTo } from '../../../test/sign-in.ts';
import { isBuilt } from '../site/web-build.ts';

const world = await openWorld();

test('who has chosen no language gets a mail in that of the page that asks for it', async () => {
  const school = await world.school('Jenipapo');
  const { email } = await school.join();
  for (const language of ['en', 'es', 'fr'])
    for (const path of ['/api/v1/password/forgot', '/api/v1/session/magic-link'])
      await school.visitor.send(
        'POST',
        path,
        { email },
        { headers: { cookie: `language=${language}` } },
      );
  expect((await mailsTo(world, school, email)).map(({ subject }) => subject).toSorted()).toEqual(
    [
      'Nova senha em Jenipapo',
      'Nueva contraseña en Jenipapo',
      'New password at Jenipapo',
      'Seu link para entrar em Jenipapo',
      'Tu enlace para entrar en Jenipapo',
      'Your link to sign in to Jenipapo',
    ].toSorted(),
  );
});

test.skipIf(!isBuilt())(
  'the link of a mail opens in its language, which stays chosen, unless the browser has another',
  async () => {
    const school = await world.school('Jenipapo');
    const email = 'nova@example.com';
    await school.owner.send(
      'POST',
      '/api/v1/members',
      { name: 'Nova', email },
      { headers: { cookie: `${school.owner.cookie}; language=en` } },
    );
    const { plain } = (await mailsTo(world, school, email))[0]!;
    const { pathname, search, searchParams } = new URL(plain.match(/http:\S+/)![0]);
    const open = async (query: string, cookie = '') => {
      const { headers, body } = await world.app.inject({
        url: pathname + query,
        headers: { host: school.host, cookie },
      });
      return { lang: body.match(/<html lang="([^"]+)"/)![1], cookie: headers['set-cookie'] };
    };
    const opened = await open(search);
    expect(opened).toEqual({
      lang: 'en',
      cookie: 'language=en; Max-Age=31536000; Path=/; SameSite=Lax',
    });
    expect(await open(search, 'language=es')).toEqual({ lang: 'es', cookie: undefined });
    expect(await open('?language=fr')).toEqual({ lang: 'pt-BR', cookie: undefined });
    const token = searchParams.get('token');
    const { headers } = await school.visitor.send(
      'POST',
      '/api/v1/password/reset',
      { token, password: 'minha-senha-1' },
      { headers: { cookie: 'language=en' } },
    );
    const own = { headers: { cookie: cookiesOf(headers) } };
    const { body } = await school.visitor.send('GET', '/api/v1/me', undefined, own);
    expect(body.data.language).toBe('en');
  },
);
