/** Selects the handles of the course's modules and lessons, which take the focus of a removed row. */
export const rowHandles = '[data-lessons-of] [data-sortable-handle]';

/** Selects the handle of a lesson. */
export const lessonHandle = (id: number) =>
  `[data-lessons-of] [data-row-id="${id}"] [data-sortable-handle]`;

/** Selects the handles of the modules. */
export const moduleHandles = '[data-lessons-of] > :first-child [data-sortable-handle]';

/** Selects the handle of a module. */
export const moduleHandle = (id: number) =>
  `[data-lessons-of="${id}"] > :first-child [data-sortable-handle]`;
