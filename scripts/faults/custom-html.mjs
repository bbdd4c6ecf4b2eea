export const faults = [
  {
    rule: 'custom-html: a change answers with its own snippet',
    file: 'apps/server/src/features/custom-html/custom-html.store.ts',
    from: ".selectAll()\n    .where('id', '=', id)",
    to: '.selectAll()',
    test: 'apps/server/src/features/custom-html/custom-html.test.ts',
    only: 'whole, with its scope',
  },
  {
    rule: 'custom-html: a preset keeps the title that was typed',
    file: 'apps/web/src/features/custom-html/snippet-dialog.tsx',
    from: "if (!title.trim()) draft.set('title', name);",
    to: "draft.set('title', name);",
    test: 'apps/web/src/features/custom-html/custom-html-panel.test.tsx',
    only: 'a preset keeps a title',
  },
  {
    rule: 'custom-html: a module is chosen after its course',
    file: 'apps/web/src/features/custom-html/scope-fields.tsx',
    from: '          if (parentField && scope[parentField] === null) return null;\n',
    to: '',
    test: 'apps/web/src/features/custom-html/custom-html-panel.test.tsx',
    only: 'a preset keeps a title',
  },
];
