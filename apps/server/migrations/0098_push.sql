-- Web push (decision 0053). A browser subscribes for the session that it is signed in with, so that
-- signing out, here or from elsewhere, ends it.
CREATE TABLE push_subscriptions (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  member_id bigint NOT NULL,
  session_id bigint NOT NULL,
  -- An address of the browser's maker. Whoever holds it and the keys can write to the browser.
  endpoint text NOT NULL CHECK (length(endpoint) <= 1000),
  p256dh text NOT NULL CHECK (length(p256dh) <= 100),
  auth text NOT NULL CHECK (length(auth) <= 30),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT push_subscriptions_endpoint UNIQUE (tenant_id, endpoint),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_of_member ON push_subscriptions (tenant_id, member_id, id);
CREATE INDEX push_subscriptions_of_session ON push_subscriptions (tenant_id, session_id);

-- True from the writing on until a job takes the row: each is sent once.
ALTER TABLE notifications ADD to_push boolean NOT NULL DEFAULT false;
CREATE INDEX notifications_to_push ON notifications (tenant_id, id) WHERE to_push;

-- As in 0081, with the push.
CREATE OR REPLACE FUNCTION notify_member(of_member bigint, what text, about text, thing bigint)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  made bigint;
  has_push boolean := EXISTS (SELECT FROM push_subscriptions s
    WHERE s.tenant_id = app_tenant() AND s.member_id = of_member);
BEGIN
  INSERT INTO notifications (tenant_id, member_id, event, subject, thing_id, to_push)
  VALUES (app_tenant(), of_member, what, about, thing, has_push)
  ON CONFLICT DO NOTHING RETURNING id INTO made;
  IF made IS NOT NULL THEN
    PERFORM pg_notify('events',
      json_build_object('tenant', app_tenant(), 'kind', 'notification', 'id', made)::text);
    IF has_push THEN
      PERFORM enqueue_job('push-notifications', json_build_object('tenantId', app_tenant(), 'turn', 0),
        format('%s:push', app_tenant()), clock_timestamp(), 4, NULL, 10);
    END IF;
  END IF;
END $$;
