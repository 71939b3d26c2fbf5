-- CreateTable
CREATE TABLE `file` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `owner_id` BIGINT UNSIGNED NOT NULL,
    `status` VARCHAR(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `name` VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci NOT NULL,
    `type` VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `size_bytes` BIGINT UNSIGNED NOT NULL,
    `parts` INTEGER UNSIGNED NOT NULL,
    `width` INTEGER UNSIGNED NULL,
    `height` INTEGER UNSIGNED NULL,
    `ticket_hash` CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `created_ms` BIGINT UNSIGNED NOT NULL,
    `look_ms` BIGINT UNSIGNED NOT NULL,

    INDEX `by_owner`(`workspace_id`, `owner_id`, `id`),
    INDEX `to_clean`(`look_ms`, `workspace_id`, `id`),
    CONSTRAINT `file_status` CHECK (`status` IN ('UPLOADING', 'READY', 'DELETED')),
    PRIMARY KEY (`workspace_id`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `file_use` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `file_id` BIGINT UNSIGNED NOT NULL,
    `holder_id` BIGINT UNSIGNED NOT NULL,
    `kind` VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,

    INDEX `by_holder`(`workspace_id`, `holder_id`),
    CONSTRAINT `file_use_kind` CHECK (`kind` IN ('message', 'draft', 'series')),
    PRIMARY KEY (`workspace_id`, `file_id`, `holder_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
