// A write whose statement lost the condition on its id. Tests of one thing do not notice it.
const test = 'apps/server/test/own-thing-only.test.ts';

/** A write of the domain: `from` holds the condition, `to` lacks it. */
const lost = (kind, rule, file, from, to) => ({
  rule: `${kind}: ${rule}`,
  file: `apps/server/src/${file}.ts`,
  from,
  to,
  test,
  only: `a ${kind} is changed and removed`,
});

/** The same for a removal by Kysely. */
const removal = (kind, file, table) =>
  lost(
    kind,
    'a removal leaves the other ones',
    file,
    `deleteFrom('${table}').where('id', '=', id)`,
    `deleteFrom('${table}')`,
  );

export const faults = [
  removal('course', 'features/catalog/courses.store', 'courses'),
  removal('module', 'features/catalog/modules.store', 'modules'),
  removal('lesson', 'features/catalog/lessons.store', 'lessons'),
  removal('member', 'features/members/members.store', 'members'),
  removal('product', 'features/products/products.store', 'products'),
  removal('post', 'features/posts/posts.store', 'posts'),
  removal('quiz', 'features/quizzes/quizzes.store', 'quizzes'),
  removal('live', 'features/lives/lives.store', 'lives'),
  removal('level', 'features/levels/levels.store', 'levels'),
  removal('snippet', 'features/custom-html/custom-html.store', 'custom_html'),
  removal('banner', 'features/banners/banners.store', 'banners'),
  removal('carousel', 'features/carousels/carousels.store', 'carousels'),
  removal('link', 'features/custom-links/custom-links.store', 'custom_links'),
  removal('marquee', 'features/marquees/marquees.store', 'marquees'),
  lost(
    'community',
    'a removal leaves the other ones',
    'features/communities/communities.store',
    ".deleteFrom('communities')\n      .where('id', '=', id)\n",
    ".deleteFrom('communities')\n",
  ),
  lost(
    'reminder',
    'a removal leaves the other ones',
    'features/reminders/reminders.store',
    ".deleteFrom('reminders')\n      .where('id', '=', id)\n",
    ".deleteFrom('reminders')\n",
  ),
  lost(
    'comment',
    'a removal leaves the other ones',
    'kit/comment-threads',
    'DELETE FROM ${sql.table(table)} WHERE id = ${id} RETURNING id',
    'DELETE FROM ${sql.table(table)} RETURNING id',
  ),
  lost(
    'reward',
    'a removal leaves the other ones',
    'features/rewards/rewards.store',
    ".set({ removed_at: sql`now()` })\n    .where('id', '=', id)\n",
    '.set({ removed_at: sql`now()` })\n',
  ),
  lost(
    'lesson',
    'a save of the files leaves those of others',
    'features/catalog/lessons.store',
    "deleteFrom('lesson_files').where('lesson_id', '=', lessonId)",
    "deleteFrom('lesson_files')",
  ),
  lost(
    'member',
    'a change leaves the other ones',
    'features/members/members.store',
    "unique(roles) }))\n    .where('id', '=', id)\n",
    'unique(roles) }))\n',
  ),
  lost(
    'quiz',
    'a change leaves the other ones',
    'features/quizzes/quizzes.store',
    "stopwatch })), version: nextVersion })\n    .where('id', '=', id)\n",
    'stopwatch })), version: nextVersion })\n',
  ),
  lost(
    'quiz',
    'a save of the questions leaves those of others',
    'features/quizzes/questions.store',
    "version: nextVersion,\n    })\n    .where('id', '=', id)\n",
    'version: nextVersion,\n    })\n',
  ),
  lost(
    'reminder',
    'a change leaves the other ones',
    'features/reminders/reminders.store',
    "base_url: base })\n    .where('id', '=', id)\n",
    'base_url: base })\n',
  ),
  lost(
    'reminder',
    'a switch leaves the other ones',
    'features/reminders/reminders.store',
    'WHERE r.id = ${id} RETURNING next_at',
    'RETURNING next_at',
  ),
  lost(
    'level',
    'a change leaves the other ones',
    'features/levels/levels.store',
    "img: storedImage })\n    .where('id', '=', id)\n",
    'img: storedImage })\n',
  ),
  lost(
    'snippet',
    'a change leaves the other ones',
    'features/custom-html/custom-html.store',
    "version: nextVersion })\n    .where('id', '=', id)\n",
    'version: nextVersion })\n',
  ),
  lost(
    'banner',
    'a change leaves the other ones',
    'features/banners/banners.store',
    "version: nextVersion })\n    .where('id', '=', id)\n",
    'version: nextVersion })\n',
  ),
  lost(
    'carousel',
    'a switch leaves the other ones',
    'features/carousels/carousels.store',
    "not(ref('published')) }))\n    .where('id', '=', id)\n",
    "not(ref('published')) }))\n",
  ),
  lost(
    'carousel',
    'a change of its cards leaves those of others',
    'features/carousels/carousel-content.store',
    'WHERE i.carousel_id = ${id} AND NOT EXISTS (',
    'WHERE NOT EXISTS (',
  ),
  lost(
    'link',
    'a change leaves the other ones',
    'features/custom-links/custom-links.store',
    "url: link_url })\n    .where('id', '=', id)\n",
    'url: link_url })\n',
  ),
  lost(
    'comment',
    'a change leaves the other ones',
    'features/posts/post-comments.store',
    "edited_at: sql`now()` })\n    .where('id', '=', id)\n",
    'edited_at: sql`now()` })\n',
  ),
];
