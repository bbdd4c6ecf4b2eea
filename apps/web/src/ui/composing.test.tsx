import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { InlineRename } from './inline-rename.tsx';
import { MultiPicker } from './multi-picker.tsx';
import { SearchField } from './search-field.tsx';

const cases = {
  'a search field': (act: () => void) => <SearchField label="Campo" delay={1e6} onSearch={act} />,
  'a name that is edited': (act: () => void) => (
    <InlineRename label="Campo" value="" onRename={async () => act()} onDone={() => {}} />
  ),
  'a picker that makes what it lacks': (act: () => void) => (
    <MultiPicker
      label="Campo"
      options={[]}
      chosen={[]}
      onChange={() => {}}
      onSearch={() => {}}
      nothing=""
      create={{ label: () => 'Criar', exists: () => false, onCreate: async () => act() }}
    />
  ),
};

test.each(Object.entries(cases))(
  '%s ignores the Enter that ends a composition',
  async (_, draw) => {
    const act = vi.fn<() => void>();
    render(draw(act));
    const field = screen.getByLabelText('Campo', { selector: 'input' });
    await userEvent.type(field, '夜');
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(act).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
    expect(act).toHaveBeenCalledOnce();
  },
);
