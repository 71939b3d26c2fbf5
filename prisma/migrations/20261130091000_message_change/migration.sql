-- CreateTable
CREATE TABLE `message_change` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `message_id` BIGINT UNSIGNED NOT NULL,
    `changed_seq` BIGINT UNSIGNED NOT NULL,
    `kind` VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `actor_id` BIGINT UNSIGNED NOT NULL,
    `at_ms` BIGINT UNSIGNED NOT NULL,
    `text` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci NULL,
    `payload` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,

    PRIMARY KEY (`workspace_id`, `message_id`, `changed_seq`),
    CONSTRAINT `message_change_kind` CHECK (`kind` IN ('edited', 'deleted'))
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
