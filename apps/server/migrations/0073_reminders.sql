-- Study reminders (contract, People): a mail at a time of chosen weekdays.

CREATE TABLE reminders (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  member_id bigint NOT NULL,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 120),
  -- 0 is Sunday.
  weekdays smallint[] NOT NULL CHECK (cardinality(weekdays) > 0 AND weekdays <@ '{0,1,2,3,4,5,6}'),
  "time" time NOT NULL,
  time_zone text NOT NULL,
  course_id bigint,
  enabled boolean NOT NULL DEFAULT true,
  -- The school's address as the member knows it, for links in mails.
  base_url text NOT NULL,
  -- When the next mail is due. A job that names another moment does nothing.
  next_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CHECK (enabled = (next_at IS NOT NULL)),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, course_id) REFERENCES courses ON DELETE SET NULL (course_id)
);
CREATE INDEX reminders_of_member ON reminders (tenant_id, member_id);
CREATE INDEX reminders_of_course ON reminders (tenant_id, course_id) WHERE course_id IS NOT NULL;

-- The mails of a reminder: the key lets each due moment have one. Old rows are removed by the next.
CREATE TABLE reminder_mails (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  reminder_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reminder_id, due_at),
  FOREIGN KEY (tenant_id, reminder_id) REFERENCES reminders ON DELETE CASCADE
);
