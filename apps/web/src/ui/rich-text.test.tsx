import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { withScheme } from './rich-text-link.tsx';
import { RichText } from './rich-text.tsx';

test('the toolbar is one tab stop, and arrows walk in it', async () => {
  const user = userEvent.setup();
  render(<RichText label="Termos" value="<p>Oi</p>" onChange={() => undefined} />);
  const tools = screen.getAllByRole('button');
  expect(tools.filter((tool) => tool.tabIndex === 0)).toHaveLength(1);

  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Negrito' }));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Itálico' }));
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refazer' }));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Negrito' }));
});

test('a link without an address is refused with a message', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn<() => void>();
  render(<RichText label="Texto" value="<p>Oi</p>" onChange={onChange} />);
  await user.click(screen.getByRole('button', { name: 'Link' }));
  await user.type(screen.getByRole('textbox', { name: 'Endereço do link' }), 'javascript:alert(1)');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Link inválido');
  expect(onChange).not.toHaveBeenCalled();
});

test('an address without a scheme gets https', () => {
  expect(withScheme('contraluz.com.br/a')).toBe('https://contraluz.com.br/a');
  expect(withScheme('mailto:a@b.c')).toBe('mailto:a@b.c');
  expect(withScheme('data:text/html,x')).toBeNull();
  expect(withScheme('duas palavras')).toBeNull();
});

test('tables, images and players of the text are returned unchanged', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn<(html: string) => void>();
  const preserved =
    '<table><tbody><tr><td>f/2,8</td></tr></tbody></table>' +
    '<img src="/files/1/a.jpg" alt="Janela">' +
    '<iframe src="https://player.vimeo.com/video/1" allowfullscreen=""></iframe>';
  render(
    <RichText
      label="Aula"
      value={`<p>Oi</p>${preserved}<p>Fim</p>`}
      onChange={onChange}
      keepsBlocks
    />,
  );
  await user.click(screen.getByText('Oi'));
  await user.click(screen.getByRole('button', { name: 'Título' }));
  expect(onChange).toHaveBeenLastCalledWith(`<h2>Oi</h2>${preserved}<p>Fim</p>`);
});

test('scripts of a preserved block are removed', () => {
  const evil =
    '<p>Oi</p><img src="/a.png" onerror="window.ran = true">' +
    '<table><tr><td onclick="a()">1<script>b()</script><a href="javascript:c()">2</a></td></tr></table>';
  render(<RichText label="Aula" value={evil} onChange={() => undefined} keepsBlocks />);
  const shown = document.querySelector('.rich-text')!.innerHTML;
  expect(shown).toContain('<img src="/a.png"');
  expect(shown).not.toMatch(/onerror|onclick|script/);
});

test('formulas in the text are rendered, and returned as they were written', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn<(html: string) => void>();
  const rest = '<p>Se \\(a &lt; \\frac12\\), então</p><p>$$b^2$$</p>';
  render(<RichText label="Aula" value={`<p>Oi</p>${rest}`} onChange={onChange} formulas />);
  await waitFor(() => expect(document.querySelectorAll('.formula-node .katex')).toHaveLength(2));
  await user.click(screen.getByText('Oi'));
  await user.click(screen.getByRole('button', { name: 'Título' }));
  expect(onChange).toHaveBeenLastCalledWith(`<h2>Oi</h2>${rest}`);
});

test('a formula is written with a preview, changed and removed', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn<(html: string) => void>();
  render(<RichText label="Aula" value="<p>Oi</p>" onChange={onChange} formulas />);
  await user.click(screen.getByRole('button', { name: 'Fórmula' }));
  const dialog = await screen.findByRole('dialog', { name: 'Fórmula' });
  const latex = within(dialog).getByRole('textbox', { name: 'LaTeX' });
  await user.type(latex, '\\frac{{1}{{');
  const insert = within(dialog).getByRole('button', { name: 'Inserir' });
  expect((insert as HTMLButtonElement).disabled).toBe(true);
  await user.type(latex, '2}');
  await waitFor(() => expect(dialog.querySelector('.katex mfrac')).not.toBeNull());
  await user.click(insert);
  expect(onChange.mock.lastCall![0]).toContain('\\(\\frac{1}{2}\\)');

  await user.click(await waitFor(() => document.querySelector('.formula-node')!));
  await user.click(await screen.findByRole('checkbox', { name: /linha própria/ }));
  await user.click(screen.getByRole('button', { name: 'Aplicar' }));
  expect(onChange.mock.lastCall![0]).toContain('$$\\frac{1}{2}$$');

  await user.click(await waitFor(() => document.querySelector('.formula-node')!));
  await user.click(await screen.findByRole('button', { name: 'Remover' }));
  expect(onChange.mock.lastCall![0]).not.toContain('frac');
});

test('a formula that contains its own delimiter is refused with a message', async () => {
  const user = userEvent.setup();
  render(<RichText label="Aula" value="<p>Oi</p>" onChange={() => undefined} formulas />);
  await user.click(screen.getByRole('button', { name: 'Fórmula' }));
  await user.type(await screen.findByRole('textbox', { name: 'LaTeX' }), 'a\\) b');
  expect(await screen.findByText('Escreva a fórmula sem os delimitadores.')).toBeTruthy();
});

test('a linked image stays linked, and link targets keep their ids', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn<(html: string) => void>();
  const preserved =
    '<a href="https://a.com/" rel="noopener nofollow" target="_blank"><img src="/files/1/a.jpg" alt="Janela"></a>' +
    '<h2 id="t-fim">Fim</h2><p><a id="t-velho"></a>Velho</p>';
  render(<RichText label="Aula" value={`<p>Oi</p>${preserved}`} onChange={onChange} keepsBlocks />);
  await user.click(screen.getByText('Oi'));
  await user.click(screen.getByRole('button', { name: 'Título' }));
  expect(onChange).toHaveBeenLastCalledWith(`<h2>Oi</h2>${preserved}`);
});

test('pasted text keeps only what the toolbar can make', () => {
  const onChange = vi.fn<(html: string) => void>();
  render(<RichText label="Texto" value="" onChange={onChange} />);
  const clipboardData = new DataTransfer();
  clipboardData.setData(
    'text/html',
    '<p class="MsoNormal" style="font:12pt Calibri"><b>Luz</b> <span style="color:red">dura</span>' +
      '<o:p></o:p></p><img src="https://a.com/a.png"><table><tr><td>f/2,8</td></tr></table>',
  );
  fireEvent.paste(screen.getByRole('textbox'), { clipboardData });
  const html = onChange.mock.lastCall![0];
  expect(html).toContain('<p><strong>Luz</strong> dura</p>');
  expect(html).toContain('f/2,8');
  expect(html.replaceAll(/<\/?(?:p|strong)>/g, '')).not.toContain('<');
});

test('Ctrl+K opens the link form', () => {
  render(<RichText label="Texto" value="<p>Oi</p>" onChange={() => undefined} />);
  expect(screen.queryByRole('textbox', { name: 'Endereço do link' })).toBeNull();
  fireEvent.keyDown(screen.getByText('Oi'), { key: 'k', ctrlKey: true });
  expect(screen.getByRole('textbox', { name: 'Endereço do link' })).toBeVisible();
});
