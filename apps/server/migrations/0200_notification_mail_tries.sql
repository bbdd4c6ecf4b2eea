-- How often in a row the mails of a member's notifications failed (decision 107).
ALTER TABLE notification_preferences ADD mail_tries smallint NOT NULL DEFAULT 0;
