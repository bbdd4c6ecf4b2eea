import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { RichText, withScheme } from './rich-text.tsx';

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

test('draws only the tools that are allowed', () => {
  render(<RichText label="Texto" value="" onChange={() => undefined} features={['link']} />);
  expect(screen.getAllByRole('button').map((tool) => tool.getAttribute('aria-label'))).toEqual([
    'Negrito',
    'Itálico',
    'Link',
  ]);
});

test('a link without an address is refused in words', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn<() => void>();
  render(<RichText label="Texto" value="<p>Oi</p>" onChange={onChange} features={['link']} />);
  await user.click(screen.getByRole('button', { name: 'Link' }));
  await user.type(screen.getByRole('textbox', { name: 'Endereço do link' }), 'javascript:alert(1)');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Link inválido');
  expect(onChange).not.toHaveBeenCalled();
});

test('an address gets its scheme', () => {
  expect(withScheme('contraluz.com.br/a')).toBe('https://contraluz.com.br/a');
  expect(withScheme('mailto:a@b.c')).toBe('mailto:a@b.c');
  expect(withScheme('data:text/html,x')).toBeNull();
  expect(withScheme('duas palavras')).toBeNull();
});
