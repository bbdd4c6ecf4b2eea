import { expect, test } from 'vitest';
import { openWorld } from '../../../test/harness.ts';

// In a file of its own: the last opened world sends the mails of all.
test('a test mail says whether it left, and where to read one that did not', async () => {
  const told = async (env: Record<string, string>) => {
    const world = await openWorld({ SMTP_URL: '', DEV_MAIL: '0', ...env });
    const { owner } = await world.school();
    const { body } = await owner.post('/api/v1/mails/test');
    return body.message.replace(owner.email, 'ana@example.com');
  };
  expect(await told({})).toBe(
    'O e-mail de teste não saiu: este servidor não tem envio de e-mail configurado.',
  );
  expect(await told({ DEV_MAIL: '1' })).toBe(
    'Este servidor não envia e-mails: o e-mail de teste está em /dev/mail.',
  );
  expect(await told({ SMTP_URL: 'smtp://127.0.0.1:1' })).toBe(
    'E-mail de teste a caminho de ana@example.com.',
  );
});
