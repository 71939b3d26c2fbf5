-- Room from the start: a value in the place of NULL makes a row longer, and a page of many such rows is packed anew again and again.
UPDATE `scheduled_message` SET `sent_at_ms` = 0 WHERE `sent_at_ms` IS NULL;
ALTER TABLE `scheduled_message` MODIFY `sent_at_ms` BIGINT UNSIGNED NOT NULL DEFAULT 0;
