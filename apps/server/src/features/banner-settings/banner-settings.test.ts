import { beforeEach, expect, test } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import { base, testAdminsOnly, testRefusedValues } from '../../../test/platform-settings.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

test('transition and autoplay are saved; the time is 1 to 60 seconds', async () => {
  const { body } = await school.owner.post(`${base}/update_banner_settings`, {
    banner_custom_transition_type: 'fade',
    banner_custom_autoplay: 1,
    banner_custom_autoplay_time: 60,
  });
  expect(body).toMatchObject({
    message: 'Dados salvos com sucesso',
    data: {
      banner_custom_transition_type: 'fade',
      banner_custom_autoplay: 1,
      banner_custom_autoplay_time: 60,
    },
  });
  for (const banner_custom_autoplay_time of [0, 61])
    expect(
      (await school.owner.post(`${base}/update_banner_settings`, { banner_custom_autoplay_time }))
        .status,
    ).toBe(422);
});

testRefusedValues(world, [['banner_custom_autoplay_time', 0]]);

testAdminsOnly(world, [[`${base}/update_banner_settings`, { banner_custom_autoplay: 1 }]]);
