-- CreateTable
CREATE TABLE `incoming_webhook` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `secret_hash` CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `channel_id` BIGINT UNSIGNED NOT NULL,
    `member_id` BIGINT UNSIGNED NOT NULL,
    `label` VARCHAR(120) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci NOT NULL,
    `created_ms` BIGINT UNSIGNED NOT NULL,
    `last_used_ms` BIGINT UNSIGNED NULL,
    `revoked_ms` BIGINT UNSIGNED NULL,
    `revoked_by` BIGINT UNSIGNED NULL,

    CONSTRAINT `revoked_by_somebody` CHECK ((`revoked_ms` IS NULL) = (`revoked_by` IS NULL)),
    PRIMARY KEY (`workspace_id`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
